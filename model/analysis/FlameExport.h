// Flame graphs for other tools.
#pragma once

#include "model/analysis/FlameTree.h"

#include <string>
#include <string_view>

namespace lanes {

// "outer;inner 1234" per path with a weight of its own, as flamegraph.pl and inferno read it: nanoseconds, calls or
// bytes. Semicolons and line ends in names become spaces.
[[nodiscard]] std::string collapsedStacks(const FlameTree& tree, FlameWeight weight);

// A file of speedscope's format, version 0.0.1, with one sampled profile called `name`.
[[nodiscard]] std::string speedscopeProfile(const FlameTree& tree, FlameWeight weight, std::string_view name);

// A picture that stands on its own: root at the top, heaviest first, boxes of at least half a pixel, a title for each.
[[nodiscard]] std::string flameSvg(const FlameTree& tree, FlameWeight weight, std::string_view title);

// "12.35 ms", "120 calls", "1.4 GiB".
[[nodiscard]] std::string formatWeight(FlameWeight weight, std::int64_t value);

} // namespace lanes
