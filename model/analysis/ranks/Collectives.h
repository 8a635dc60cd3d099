// The collectives that one rank took part in, as its trace shows them: kernels of NCCL and its like on a device, and what
// gloo, MPI and UCC carry out on the host.
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
    // From when the rank entered it to when it was done there; the trace's own time. Empty: nobody saw when it was done, as in dumps of
    // gloo's flight recorder.
    TimeRange range;
    SliceId slice;
    CollectiveOp op = CollectiveOp::Other;
    std::string name;           // as torch calls it ("allreduce"), else that of the slice
    std::string group;          // name of the process group; empty: not recorded
    std::int64_t sequence = -1; // within the group; -1: not recorded
    std::int64_t bytes = -1;    // that the rank gave; -1: not recorded
    bool waits = false;         // it had not ended when the record did
};

// Whether a slice is a collective that the host itself carries out: the call stands there from its first byte to its last.
// What two ranks have among themselves is none. `own`: the user's classes, maybe null; see
// OwnClass::runsOnHost().
[[nodiscard]] bool runsOnHost(EventKind kind, std::string_view name, const OwnClasses* own);

// By time of entry. What says more of a kernel than its name are its own arguments, else those of the record_param_comms
// around its launch. Nothing if asked to stop. O(slices + collectives x depth).
[[nodiscard]] std::vector<CollectiveCall> collectivesOf(const std::shared_ptr<const Trace>& trace,
                                                        const std::stop_token& stop = {});

} // namespace lanes
