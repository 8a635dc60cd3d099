// The slices of a segment by start, parents before what is in them: as they began.
#pragma once

#include "model/base/HugeVector.h"
#include "model/trace/slices/Segment.h"

#include <cstdint>

namespace lanes {

// The indices of all slices of a segment. O(slices) where none overlap: nothing is compared, as a slice and what is in it
// follow each other, so their numbers say where each goes. Else O(slices + log slices x those that overlap).
[[nodiscard]] UnwrittenVector<std::uint32_t> inStartOrder(const Segment& segment);

} // namespace lanes
