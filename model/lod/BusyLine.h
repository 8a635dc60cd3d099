// Several lanes as one line of pixels: in each column the busiest of them.
#pragma once

#include "model/lod/LaneQuery.h"
#include "model/lod/LodIndex.h"

#include <span>
#include <vector>

namespace lanes {

// Density only, no boxes. O(lanes x columns x log slices).
[[nodiscard]] LanePixels busyLine(const LodIndex& lod, std::span<const std::uint32_t> lanes,
                                  const PixelGrid& grid, int height, std::vector<TimeNs>& scratch);

} // namespace lanes
