// Converts time to device pixels and back, in pure integer functions. Pixels are on an absolute grid that starts at time
// 0, not at the visible range. So panning moves the picture by whole pixels, and no column changes the times that it
// covers.
#pragma once

#include "model/base/Time.h"

#include <algorithm>

namespace lanes {

class TimeScale {
public:
    // For exact products of two 64-bit numbers: times of days in nanoseconds overflow 64 bits when scaled.
    __extension__ using Wide = __int128;

    TimeScale() = default;
    // `range` must not be empty; `width` in device pixels, at least 1. Pixel 0 holds range.begin.
    TimeScale(TimeRange range, int width)
        : length_(std::max<TimeNs>(range.length(), 1))
        , width_(std::max(width, 1))
        , origin_(floorDiv(Wide(range.begin) * width_, length_)) {}

    [[nodiscard]] int width() const { return width_; }
    // Nanoseconds that `width` pixels cover.
    [[nodiscard]] TimeNs length() const { return length_; }
    [[nodiscard]] double nsPerPixel() const { return double(length_) / width_; }

    // The pixel that holds `t`; may lie outside [0, width), but never beyond +-2^30.
    [[nodiscard]] int toPixel(TimeNs t) const { return clamp(floorDiv(Wide(t) * width_, length_) - origin_); }
    // The position of `t` in pixels, with an exact fraction; for overlays that move smoothly.
    [[nodiscard]] double toPixelExact(TimeNs t) const {
        const Wide scaled = Wide(t) * width_ - origin_ * length_;
        return double(scaled) / double(length_);
    }
    // The first nanosecond of pixel `x`: the smallest t with toPixel(t) >= x.
    [[nodiscard]] TimeNs toTime(int x) const {
        return static_cast<TimeNs>(-floorDiv(-((origin_ + x) * length_), width_));
    }
    // The times that pixels [0, width) cover.
    [[nodiscard]] TimeRange range() const { return {toTime(0), toTime(width_)}; }

private:
    static constexpr Wide floorDiv(Wide a, Wide b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
    static constexpr int clamp(Wide x) {
        constexpr Wide kFar = 1 << 30;
        return static_cast<int>(x < -kFar ? -kFar : x > kFar ? kFar : x);
    }

    TimeNs length_ = 1;
    int width_ = 1;
    Wide origin_ = 0; // absolute pixel of pixel 0
};

// `range` zoomed by `factor` (below 1: closer) so that `anchor` keeps its place; at least `shortest` long.
[[nodiscard]] inline TimeRange zoomed(TimeRange range, TimeNs anchor, double factor, TimeNs shortest) {
    const double length = std::clamp(double(range.length()) * factor, double(shortest), 4e18);
    const double left = double(anchor - range.begin) / double(std::max<TimeNs>(range.length(), 1));
    const auto begin = anchor - static_cast<TimeNs>(left * length);
    return {begin, begin + static_cast<TimeNs>(length)};
}

// `range` moved by whole nanoseconds.
[[nodiscard]] constexpr TimeRange shifted(TimeRange range, TimeNs by) {
    return {range.begin + by, range.end + by};
}

// `range` moved, and shortened if need be, to lie inside `bounds`.
[[nodiscard]] constexpr TimeRange inside(TimeRange range, TimeRange bounds) {
    const TimeNs length = std::min(range.length(), bounds.length());
    const TimeNs begin = std::clamp(range.begin, bounds.begin, bounds.end - length);
    return {begin, begin + length};
}

} // namespace lanes
