#include "model/lod/PixelGrid.h"

#include <algorithm>
#include <cmath>

namespace lanes {

PixelGrid::PixelGrid(const TimeScale& scale)
    : nsPerColumn_(scale.nsPerPixel())
    , columnsPerNs_(1 / scale.nsPerPixel())
    , boxDuration_(std::max<TimeNs>(1, static_cast<TimeNs>(std::ceil(kBoxPixels * scale.nsPerPixel())))) {
    const int columns = std::min(scale.width(), kWidest);
    edges_.reserve(static_cast<std::size_t>(columns) + 1);
    for (int x = 0; x <= columns; ++x) {
        edges_.push_back(scale.toTime(x));
    }
}

int PixelGrid::columnOf(TimeNs t) const {
    if (t < edges_.front()) {
        return 0;
    }
    if (t >= edges_.back()) {
        return columns();
    }
    // The product is off by a column at most, the edges decide.
    int x = std::clamp(static_cast<int>(double(t - edges_.front()) * columnsPerNs_), 0, columns() - 1);
    while (x > 0 && edge(x) > t) {
        --x;
    }
    while (edge(x + 1) <= t) {
        ++x;
    }
    return x;
}

} // namespace lanes
