// Between which lines the offset of a clock must lie, by what is known of it at single moments: what bounds it from below
// and from above. A clock drifts steadily, so all lines that obey every bound are possible, and no others.
#pragma once

#include "model/base/Time.h"

#include <optional>
#include <vector>

namespace lanes {

// One thread; offsets and times are nanoseconds.
class ClockFit {
public:
    // A clock that is this far off is broken: quartz is within 0.1 per mille, and no system slews it by more than 0.5.
    static constexpr double kMostDrift = 1e-3;
    static constexpr double kUsualDrift = 1e-4; // of quartz

    struct Bound {
        TimeNs at = 0;
        TimeNs offset = 0;
    };
    struct Line {
        TimeNs offset = 0; // at the begin of the range
        double drift = 0;  // ns per ns
        TimeNs error = 0;  // no line that obeys the bounds is further away within the range
    };

    void addLow(Bound bound) { low_.push_back(bound); }
    void addHigh(Bound bound) { high_.push_back(bound); }
    void addLikely(Bound value) { likely_.push_back(value); } // no bound, but what it should be near
    void add(const ClockFit& other);
    [[nodiscard]] bool empty() const { return low_.empty() || high_.empty(); }

    // Through what is likely, or else the middle, of all lines that obey the bounds, give or take `tolerance`: the flatter,
    // the less what is likely can tell of a drift. Nothing where none does, or without bounds on both sides. O(n log n).
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
