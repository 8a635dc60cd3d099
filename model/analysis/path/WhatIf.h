// How long a range would have taken if some of what ran in it were faster: everything that had to wait for it begins earlier,
// and what did not stays where it is.
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
    double times = 1; // as fast; below 1: slower
};

// "kernel:/gemm/ 2x": a filter, then how many times as fast. An error says what is wrong.
[[nodiscard]] Result<Speedup> parseSpeedup(std::string_view text);

// What several filters match is faster by the product. Times of threads that other work was waited for in are none of what
// could be faster there. Nothing if asked to stop. O(edges + slices of the threads).
[[nodiscard]] std::optional<TimeNs> rangeIfFaster(const PathGraph& graph, TimeRange range,
                                                  const std::vector<Speedup>& faster,
                                                  const std::stop_token& stop = {});

} // namespace lanes
