// Draws several lanes as one line of pixels: each column shows the busiest of them.
#pragma once

#include "model/lod/LaneQuery.h"
#include "model/lod/LodIndex.h"

#include <span>
#include <stop_token>
#include <vector>

namespace lanes {

// Density only, no boxes. O(lanes x columns x log slices). If asked to stop, the remaining lanes are left out.
[[nodiscard]] LanePixels busyLine(const LodIndex& lod, std::span<const std::uint32_t> lanes,
                                  const PixelGrid& grid, int height, std::vector<TimeNs>& scratch,
                                  const std::stop_token& stop = {});

} // namespace lanes
