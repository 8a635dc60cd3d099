// Flame graphs for other tools.
#pragma once

#include "model/analysis/flame/FlameTree.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace lanes {

// Receives the pieces of a text in order.
using TextTaker = std::function<void(std::string_view)>;

// Writes "outer;inner 1234" for each path with a weight of its own, in the format of flamegraph.pl and inferno. Weights
// are nanoseconds, calls or bytes. Semicolons and line ends in names become spaces. A piece is a line. Stacks nested n
// deep take O(n^2) letters, gigabytes if a program called itself ten thousands of times; one stack at a time is in
// memory.
void writeCollapsedStacks(const FlameTree& tree, FlameWeight weight, const TextTaker& out);
// Approximate size of its output. O(nodes).
[[nodiscard]] std::uint64_t collapsedStacksBytes(const FlameTree& tree, FlameWeight weight);

// A file of speedscope's format, version 0.0.1, with one profile of begins and ends called `name`. O(nodes).
void writeSpeedscopeProfile(const FlameTree& tree, FlameWeight weight, std::string_view name,
                            const TextTaker& out);

// A standalone picture: root at the top, heaviest first, boxes of at least half a pixel, a title for each.
[[nodiscard]] std::string flameSvg(const FlameTree& tree, FlameWeight weight, std::string_view title);

} // namespace lanes
