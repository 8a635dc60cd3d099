// Time is always a signed count of nanoseconds: doubles lose single nanoseconds at epoch values.
#pragma once

#include <cstdint>

namespace lanes {

// A point in time (since the session's clock origin) or a duration, in nanoseconds.
using TimeNs = std::int64_t;

// A half-open range of time, [begin, end). Empty when end <= begin.
struct TimeRange {
    TimeNs begin = 0;
    TimeNs end = 0;

    [[nodiscard]] constexpr TimeNs length() const { return end > begin ? end - begin : 0; }
    [[nodiscard]] constexpr bool empty() const { return end <= begin; }
    [[nodiscard]] constexpr bool contains(TimeNs t) const { return t >= begin && t < end; }
    [[nodiscard]] constexpr bool overlaps(TimeRange other) const {
        return begin < other.end && other.begin < end;
    }
    friend constexpr bool operator==(TimeRange, TimeRange) = default;
};

} // namespace lanes
