#pragma once

#include "views/shared/look/Metrics.h"

#include <QRect>

#include <algorithm>

namespace lanes {

// The areas of the timeline's picture in device pixels: headers at the left, the ruler on top, rows in the rest.
struct TimelineGeometry {
    static constexpr double kHeadWidth = 232;
    static constexpr double kRulerHeight = 28;

    int width = 0;
    int height = 0;
    int head = 0;  // width of the headers
    int ruler = 0; // height of the ruler

    TimelineGeometry() = default;
    TimelineGeometry(int w, int h, const Metrics& m)
        : width(w)
        , height(h)
        , head(std::min(m.px(kHeadWidth), w / 2))
        , ruler(std::min(m.px(kRulerHeight), h)) {}
    [[nodiscard]] int lanesWidth() const { return std::max(1, width - head); }
    [[nodiscard]] int rowsHeight() const { return std::max(1, height - ruler); }
    [[nodiscard]] QRect rows() const { return {head, ruler, width - head, height - ruler}; }
};

} // namespace lanes
