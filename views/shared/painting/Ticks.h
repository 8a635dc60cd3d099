// Positions of the ticks of an axis. Ranges and values come from files, so the number of ticks is limited whatever they are.
#pragma once

#include "model/base/Time.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanes {

inline constexpr std::size_t kMostTicks = 4096;

// Returns the smallest of 1, 2, 5 x 10^n nanoseconds that is at least `least`, or 5 x 10^18 if there is none.
[[nodiscard]] constexpr TimeNs niceStep(double least) {
    constexpr TimeNs kMostDecade = 1'000'000'000'000'000'000;
    TimeNs decade = 1;
    while (double(decade) * 10 <= least && decade < kMostDecade) {
        decade *= 10;
    }
    for (const TimeNs factor : {1, 2, 5}) {
        if (double(factor) * double(decade) >= least) {
            return factor * decade;
        }
    }
    return decade < kMostDecade ? decade * 10 : 5 * decade;
}

// Returns the multiples of `step` in [range.begin, range.end), ascending, at most the first kMostTicks.
[[nodiscard]] inline std::vector<TimeNs> ticksIn(TimeRange range, TimeNs step) {
    __extension__ using Wide = __int128;
    std::vector<TimeNs> ticks;
    const TimeNs down = range.begin / step * step;
    Wide t = Wide(down) + (down < range.begin ? step : 0);
    for (; t < range.end && ticks.size() < kMostTicks; t += step) {
        ticks.push_back(static_cast<TimeNs>(t));
    }
    return ticks;
}

// Returns the multiples of a power of two from 0 to `top`. On `pixels` pixels, neighbours are at least `apart` pixels from each
// other. If there is no room, the result is 0 alone.
[[nodiscard]] inline std::vector<std::int64_t> byteTicks(double top, double pixels, double apart) {
    constexpr int kMostBits = 62;
    int bits = 0;
    while (bits < kMostBits && double(std::int64_t{1} << bits) * pixels < apart * top) {
        ++bits;
    }
    const double step = double(std::int64_t{1} << bits);
    std::vector<std::int64_t> ticks{0};
    if (step * pixels < apart * top) {
        return ticks;
    }
    for (double value = step; value <= top && value < 9.2e18 && ticks.size() < kMostTicks; value += step) {
        ticks.push_back(static_cast<std::int64_t>(value));
    }
    return ticks;
}

} // namespace lanes
