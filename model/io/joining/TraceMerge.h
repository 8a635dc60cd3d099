// Several traces as one: the ranks of a distributed job on one axis of time.
#pragma once

#include "model/base/Result.h"
#include "model/io/OpenTrace.h"
#include "model/io/joining/PlaceIdentity.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanes {

[[nodiscard]] std::optional<Rank> rankOf(const Trace& trace);

// Whether these belong into one session: every one of several names its rank, the ranks are different ones, and all
// name the same number of ranks. That is all a trace says; two jobs of the same size cannot be told apart.
[[nodiscard]] bool areRanksOfOneJob(const std::vector<std::shared_ptr<const Trace>>& traces);

// One trace with the tracks of all. Processes get their rank and host, and the rank into label and key ("19392 (rank 1)"),
// as ranks number their devices and processes alike; times are moved to the first one's clock origin. Where a trace names
// no origin they stay, and the diagnostics say so. O(slices).
[[nodiscard]] std::shared_ptr<const Trace>
mergeTraces(const std::vector<std::shared_ptr<const Trace>>& traces);

// Opens all, one after the other, on the caller's thread (and the importer's own). One trace when they are ranks of one
// job, else as many as there are paths, in their order; the first error ends it. Progress counts over all files, stop
// ends it at any time; snapshots are published only where there is a single path, as openTrace() does.
[[nodiscard]] Result<std::vector<std::shared_ptr<const Trace>>>
openTraces(const std::vector<std::string>& paths, const OpenOptions& options = {});

// The same for who can use one session only: an error when several paths are not ranks of one job.
[[nodiscard]] Result<std::shared_ptr<const Trace>> openAsOne(const std::vector<std::string>& paths,
                                                             const OpenOptions& options = {});

} // namespace lanes
