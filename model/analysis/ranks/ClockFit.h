// Fits lines to the offset of a clock, from lower and upper bounds at single moments. A clock drifts steadily, so exactly
// the lines that obey every bound are possible.
#pragma once

#include "model/base/Time.h"

#include <optional>
#include <vector>

namespace lanes {

// One thread; offsets and times are nanoseconds.
class ClockFit {
public:
    // Beyond this drift a clock is broken: quartz is within 0.1 per mille, and no system slews it by more than 0.5.
    static constexpr double kMostDrift = 1e-3;
    static constexpr double kUsualDrift = 1e-4; // drift of quartz

    struct Bound {
        TimeNs at = 0;
        TimeNs offset = 0;
    };
    struct Line {
        TimeNs offset = 0; // at the begin of the range
        double drift = 0;  // ns per ns
        TimeNs error = 0;  // maximum distance within the range to any line that obeys the bounds
    };

    void addLow(Bound bound) { low_.push_back(bound); }
    void addHigh(Bound bound) { high_.push_back(bound); }
    void addLikely(Bound value) { likely_.push_back(value); } // no bound: a likely offset at that moment
    void add(const ClockFit& other);
    [[nodiscard]] bool empty() const { return low_.empty() || high_.empty(); }

    // The line near the likely offsets, or else in the middle, among all lines that obey the bounds within `tolerance`.
    // The less the likely offsets show a drift, the flatter it is. Nothing if no line obeys the bounds, or without bounds
    // on both sides. O(n log n).
    [[nodiscard]] std::optional<Line> within(TimeRange range, TimeNs tolerance) const;

private:
    struct Ends {
        double begin = 0;
        double end = 0;
    };
    [[nodiscard]] std::optional<Ends> likelyEnds(TimeRange range, Bound zero) const;

    std::vector<Bound> low_;
    std::vector<Bound> high_;
    std::vector<Bound> likely_;
};

} // namespace lanes
