#include "model/lod/BusyLine.h"

#include <algorithm>

namespace lanes {

namespace {

struct Column {
    std::uint16_t level = 0;
    Hue hue = Hue::Other;
};

void raise(std::vector<Column>& columns, int from, int to, std::uint16_t level, Hue hue) {
    for (int x = from; x < to; ++x) {
        Column& c = columns[static_cast<std::size_t>(x)];
        if (level > c.level) {
            c = {level, hue};
        }
    }
}

} // namespace

LanePixels busyLine(const LodIndex& lod, std::span<const std::uint32_t> lanes, const PixelGrid& grid,
                    int height, std::vector<TimeNs>& scratch, const std::stop_token& stop) {
    std::vector<Column> columns(static_cast<std::size_t>(grid.columns()));
    LanePixels pixels;
    LaneQueryOptions options;
    options.levels = height;
    options.minLevel = 1;
    for (const std::uint32_t lane : lanes) {
        if (stop.stop_requested()) {
            break;
        }
        pixels.clear();
        queryLane(lod.lanes()[lane], grid, options, scratch, pixels);
        for (const DensityRun& run : pixels.runs) {
            raise(columns, run.x, run.x + run.width, run.level, run.hue);
        }
        for (const SliceBox& box : pixels.boxes) {
            raise(columns, box.x0, box.x1, static_cast<std::uint16_t>(height), box.hue);
        }
    }
    pixels.clear();
    for (std::size_t x = 0; x < columns.size(); ++x) {
        const Column& c = columns[x];
        if (c.level == 0) {
            continue;
        }
        if (!pixels.runs.empty()) {
            DensityRun& run = pixels.runs.back();
            if (run.x + run.width == static_cast<int>(x) && run.level == c.level && run.hue == c.hue) {
                ++run.width;
                continue;
            }
        }
        pixels.runs.push_back({static_cast<std::uint16_t>(x), 1, c.level, c.hue});
    }
    return pixels;
}

} // namespace lanes
