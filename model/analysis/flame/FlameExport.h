// Flame graphs for other tools.
#pragma once

#include "model/analysis/flame/FlameTree.h"

#include <functional>
#include <string>
#include <string_view>

namespace lanes {

// Takes the pieces of a text in their order. Stacks nested n deep are written in O(n^2) letters: gigabytes where a
// program called itself ten thousands of times, of which the writers below hold no more than one stack at a time.
using TextTaker = std::function<void(std::string_view)>;

// "outer;inner 1234" per path with a weight of its own, as flamegraph.pl and inferno read it: nanoseconds, calls or
// bytes. Semicolons and line ends in names become spaces. A piece is a line.
void writeCollapsedStacks(const FlameTree& tree, FlameWeight weight, const TextTaker& out);

// A file of speedscope's format, version 0.0.1, with one sampled profile called `name`.
void writeSpeedscopeProfile(const FlameTree& tree, FlameWeight weight, std::string_view name,
                            const TextTaker& out);

// A picture that stands on its own: root at the top, heaviest first, boxes of at least half a pixel, a title for each.
[[nodiscard]] std::string flameSvg(const FlameTree& tree, FlameWeight weight, std::string_view title);

} // namespace lanes
