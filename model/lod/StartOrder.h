// Orders the slices of a segment by start, parents before their children.
#pragma once

#include "model/base/HugeVector.h"
#include "model/trace/slices/Segment.h"

#include <cstdint>

namespace lanes {

// The indices of all slices of a segment. O(slices) if none overlap: slices and their children are consecutive, so their
// numbers give the order without comparisons. Else O(slices + log slices x overlapping slices).
[[nodiscard]] UnwrittenVector<std::uint32_t> inStartOrder(const Segment& segment);

} // namespace lanes
