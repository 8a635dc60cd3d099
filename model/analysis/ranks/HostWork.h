// Computation and communication of a rank without a device, over all of its threads.
#pragma once

#include "model/analysis/ranks/Collectives.h"
#include "model/analysis/time/IntervalSet.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>

namespace lanes {

struct HostWork {
    IntervalSet computed;      // in operators without nested operators, except collectives
    IntervalSet communication; // in collectives
    IntervalSet exposed;       // communication without computation at the same time
};

// `rank`: nothing means all processes. `collectives`: those of that rank, by time. Incomplete if asked to stop. O(slices
// of its threads).
[[nodiscard]] HostWork hostWorkOf(const Trace& trace, std::optional<std::int64_t> rank,
                                  std::span<const CollectiveCall> collectives,
                                  const std::stop_token& stop = {});

} // namespace lanes
