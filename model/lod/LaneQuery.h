// The picture of one row lane in one row of pixels: boxes for slices that are wide enough, and between them density runs.
// A density run shows how busy the lane was, and its main hue.
#pragma once

#include "model/base/Ids.h"
#include "model/lod/LodIndex.h"
#include "model/lod/PixelGrid.h"

#include <cstdint>
#include <vector>

namespace lanes {

// Pixel columns [x, x + width) of one height and colour. `level` is the busy share, from 1 to LaneQueryOptions::levels.
struct DensityRun {
    std::uint16_t x = 0;
    std::uint16_t width = 0;
    std::uint16_t level = 0;
    Hue hue = Hue::Other;
    friend bool operator==(const DensityRun&, const DensityRun&) = default;
};

// A slice of at least PixelGrid::kBoxPixels, cut to the visible columns [x0, x1).
struct SliceBox {
    std::uint16_t x0 = 0;
    std::uint16_t x1 = 0;
    Hue hue = Hue::Other;
    std::uint8_t shade = 0; // derived from the name; for the painter
    SliceId slice;
    StringId name;
    TimeNs duration = 0;
};

struct LanePixels {
    std::vector<DensityRun> runs;
    std::vector<SliceBox> boxes;
    void clear() {
        runs.clear();
        boxes.clear();
    }
};

struct LaneQueryOptions {
    int levels = 20;    // number of heights of a column: its pixels
    int minLevel = 2;   // of a column with any busy time, even a nanosecond
    bool exact = false; // no interpolation inside a cell; for tests. The default is off by less than a pixel
};

// Fills `out` for one lane. O(columns x log slices), whatever the lane holds. `scratch` is reused between calls.
void queryLane(const LodLane& lane, const PixelGrid& grid, const LaneQueryOptions& options,
               std::vector<TimeNs>& scratch, LanePixels& out);

} // namespace lanes
