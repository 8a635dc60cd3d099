// Where a time axis has its marks.
#pragma once

#include "model/base/Time.h"

namespace lanes {

// The smallest of 1, 2, 5 x 10^n nanoseconds that is at least `least`.
[[nodiscard]] constexpr TimeNs niceStep(double least) {
    TimeNs decade = 1;
    while (double(decade) * 10 <= least && decade < 1'000'000'000'000'000'000) {
        decade *= 10;
    }
    for (const TimeNs factor : {1, 2, 5}) {
        if (double(factor) * double(decade) >= least) {
            return factor * decade;
        }
    }
    return decade * 10;
}

// The first multiple of `step` at or after `t`.
[[nodiscard]] constexpr TimeNs firstTick(TimeNs t, TimeNs step) {
    const TimeNs down = t / step * step;
    return down < t ? down + step : down;
}

} // namespace lanes
