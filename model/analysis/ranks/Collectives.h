// The collectives of one rank, as its trace shows them: kernels of NCCL and the like on a device, and collectives that
// gloo, MPI and UCC run on the host.
#pragma once

#include "model/analysis/ranks/CollectiveOp.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

struct CollectiveCall {
    // From the rank's entry until it was done there; in the trace's own time. Empty if the end was not recorded, as in
    // dumps of gloo's flight recorder.
    TimeRange range;
    SliceId slice;
    CollectiveOp op = CollectiveOp::Other;
    std::string name;           // name in torch ("allreduce"), else that of the slice
    std::string group;          // name of the process group; empty: not recorded
    std::int64_t sequence = -1; // within the group; -1: not recorded
    std::int64_t bytes = -1;    // given by this rank; -1: not recorded
    bool waits = false;         // it had not ended at the end of the record
};

// True if the host itself runs the collective: the slice lasts from its first byte to its last. Transfers between two
// ranks do not count. `own`: the user's classes, maybe null; see OwnClass::runsOnHost().
[[nodiscard]] bool runsOnHost(EventKind kind, std::string_view name, const OwnClasses* own);

// The collectives by time of entry. Details of a kernel beyond its name come from its arguments, else from the
// record_param_comms around its launch. Nothing if asked to stop. O(slices + collectives x depth).
[[nodiscard]] std::vector<CollectiveCall> collectivesOf(const std::shared_ptr<const Trace>& trace,
                                                        const std::stop_token& stop = {});

} // namespace lanes
