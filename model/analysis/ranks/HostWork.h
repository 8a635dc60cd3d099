// What a rank without a device did on all of its threads: it computed, and it communicated.
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
    IntervalSet computed;      // in operators that call no other ones, and are no collectives
    IntervalSet communication; // in collectives
    IntervalSet exposed;       // communication while nothing was computed
};

// `rank`: nothing for all processes. `collectives`: of that rank, by time. Incomplete if asked to stop. O(slices of its threads).
[[nodiscard]] HostWork hostWorkOf(const Trace& trace, std::optional<std::int64_t> rank,
                                  std::span<const CollectiveCall> collectives,
                                  const std::stop_token& stop = {});

} // namespace lanes
