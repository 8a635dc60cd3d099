// Merges several traces into one: the ranks of a distributed job on one axis of time.
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
// All ranks in a trace, ascending: the rank that it names, or those of its processes, as own sessions hold every rank of
// their host. O(processes).
[[nodiscard]] std::vector<std::int64_t> ranksOf(const Trace& trace);

// True if the traces form one session: each of several holds a rank, no rank is in two of them, and all that name the
// number of ranks agree. Traces say no more: two jobs of the same size cannot be told apart.
[[nodiscard]] bool areRanksOfOneJob(const std::vector<std::shared_ptr<const Trace>>& traces);

// Computes the relation of each trace's times to the first one's clock; nothing for those not known.
using Alignment = std::function<std::vector<std::optional<TraceClock>>(
    const std::vector<std::shared_ptr<const Trace>>& traces, const std::stop_token& stop)>;

// Approximate memory of mergeTraces() beside the traces themselves. O(traces).
[[nodiscard]] std::size_t mergedBytes(const std::vector<std::shared_ptr<const Trace>>& traces);

// One trace with the tracks of all. Processes get their rank and host, and the rank in label and key ("19392 (rank 1)"),
// because ranks number their devices and processes alike. Times are converted to the first trace's clock: by `align` if
// it knows the relation, else by the clock origins. Begins and ends are converted, so that durations are those of the
// first one's clock, too. If a trace names no origin either, its times stay, and the diagnostics say so. A relation from
// `align` is stored among the clocks, for the trace's first process on a host. Null if asked to stop; it reacts within
// some milliseconds. O(slices).
[[nodiscard]] std::shared_ptr<const Trace>
mergeTraces(const std::vector<std::shared_ptr<const Trace>>& traces, const Alignment& align = {},
            const std::stop_token& stop = {});

// Makes one trace with the tracks of all as they are. Processes must have keys of their own, and times must be of one clock. The
// first trace gives the session's facts. Ids of slices run on from trace to trace. Null if asked to stop. O(slices).
[[nodiscard]] std::shared_ptr<const Trace>
putTogether(const std::vector<std::shared_ptr<const Trace>>& traces, const std::stop_token& stop = {});

// Opens all files, and all those in folders and archives among them (tracePaths), one after the other. Runs on the
// caller's thread (and the importer's own). Joins captures of graphs and their replays, of each rank (joinCaptures). Returns
// one trace if they are ranks of one job, else one for each file or join, in order; the first error ends it. Progress counts
// over all files; a stop ends it at any time. Snapshots are published only for a single file, as in openTrace().
[[nodiscard]] Result<std::vector<std::shared_ptr<const Trace>>>
openTraces(const std::vector<std::string>& paths, const OpenOptions& options = {},
           const Alignment& align = {});

// openTraces() for callers that can use one session only: an error if several paths give several.
[[nodiscard]] Result<std::shared_ptr<const Trace>> openAsOne(const std::vector<std::string>& paths,
                                                             const OpenOptions& options = {},
                                                             const Alignment& align = {});

} // namespace lanes
