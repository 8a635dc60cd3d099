// Estimates the length of a range if some of its events were faster. Events that had to wait for them begin earlier;
// others keep their times.
#pragma once

#include "model/analysis/path/PathGraph.h"
#include "model/analysis/text/Filter.h"
#include "model/base/Result.h"

#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace lanes {

struct Speedup {
    Filter what;
    double times = 1; // factor of speed; below 1: slower
};

// Parses "kernel:/gemm/ 2x": a filter, then the factor of speed. The error names the problem.
[[nodiscard]] Result<Speedup> parseSpeedup(std::string_view text);

// Events that several filters match are faster by the product of their factors. Time in which a thread waited for other
// work does not get faster. Nothing if asked to stop. O(edges + slices of the threads).
[[nodiscard]] std::optional<TimeNs> rangeIfFaster(const PathGraph& graph, TimeRange range,
                                                  const std::vector<Speedup>& faster,
                                                  const std::stop_token& stop = {});

} // namespace lanes
