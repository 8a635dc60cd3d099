// How sessions were nested whose writers knew Nesting's rule not yet: only so much of it as their numbers need.
#pragma once

#include "model/trace/slices/SegmentBuilder.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lanes::session {

// Their depth of a slice was the number of slices open at its start, so one that overlapped another only partly went one
// deeper than everything around it; and places in a chunk count by (depth, start). Returns where the slice of each such
// place stands, given `at`, where each slice stands as they come. O(slices).
[[nodiscard]] std::vector<std::uint32_t> placesOfOldRule(const OpenStack& open,
                                                         std::span<const std::int64_t> start,
                                                         std::span<const std::int64_t> duration,
                                                         std::span<const std::uint32_t> at);

} // namespace lanes::session
