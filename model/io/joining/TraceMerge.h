// Several traces as one: the ranks of a distributed job on one axis of time.
#pragma once

#include "model/base/Result.h"
#include "model/io/OpenTrace.h"
#include "model/io/joining/PlaceIdentity.h"
#include "model/trace/ClockLine.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanes {

[[nodiscard]] std::optional<Rank> rankOf(const Trace& trace);
// All ranks that a trace holds, ascending: the one that it says it is of, or those of its processes, as own sessions hold
// every rank of their host. O(processes).
[[nodiscard]] std::vector<std::int64_t> ranksOf(const Trace& trace);

// Whether these belong into one session: every one of several holds a rank, none is in two of them, and all that name the
// number of ranks name the same. That is all a trace says; two jobs of the same size cannot be told apart.
[[nodiscard]] bool areRanksOfOneJob(const std::vector<std::shared_ptr<const Trace>>& traces);

// What the times of each trace are by the first one's clock; nothing where it is not known.
using Alignment = std::function<std::vector<std::optional<TraceClock>>(
    const std::vector<std::shared_ptr<const Trace>>& traces, const std::stop_token& stop)>;

// What mergeTraces() takes beside the traces themselves, about. O(traces).
[[nodiscard]] std::size_t mergedBytes(const std::vector<std::shared_ptr<const Trace>>& traces);

// One trace with the tracks of all. Processes get their rank and host, and the rank into label and key ("19392 (rank 1)"),
// as ranks number their devices and processes alike; times are moved to the first one's: as `align` knows, else by the
// clock origins. Begins and ends are moved, so that what drifts lasts as long as by the first one's clock. Where a trace
// names no origin either they stay, and the diagnostics say so. What `align` knows stands among the clocks, as that of the trace's
// first process on a host. Null if asked to stop, which is heard within some milliseconds. O(slices).
[[nodiscard]] std::shared_ptr<const Trace>
mergeTraces(const std::vector<std::shared_ptr<const Trace>>& traces, const Alignment& align = {},
            const std::stop_token& stop = {});

// Opens all, and all that the folders and archives among them hold (tracePaths), one after the other, on the caller's thread (and the importer's own). One trace when they are ranks of one
// job, else as many as there are files, in their order; the first error ends it. Progress counts over all files, stop
// ends it at any time; snapshots are published only where there is a single file, as openTrace() does.
[[nodiscard]] Result<std::vector<std::shared_ptr<const Trace>>>
openTraces(const std::vector<std::string>& paths, const OpenOptions& options = {},
           const Alignment& align = {});

// The same for who can use one session only: an error when several paths are not ranks of one job.
[[nodiscard]] Result<std::shared_ptr<const Trace>> openAsOne(const std::vector<std::string>& paths,
                                                             const OpenOptions& options = {},
                                                             const Alignment& align = {});

} // namespace lanes
