// The clock of a process's device records, as pairs with the session's tell it: in between two pairs it runs evenly, before
// the first and behind the last as beside them.
#pragma once

#include "model/base/Ids.h"
#include "model/base/Time.h"
#include "model/trace/Clock.h"

#include <cstdint>
#include <vector>

namespace lanes::recorder {

// One thread.
class DeviceClock {
public:
    // The clock showed `clock` some time from `before` to `after`, which are the session's. False for a pair that no clock
    // can have made. Pairs come in order; one that shows less than the one before begins anew: somebody has set the clock.
    bool add(TimeNs before, TimeNs after, std::uint64_t clock);

    [[nodiscard]] bool known() const { return !pairs_.empty(); }
    // With a pair at least. O(log pairs).
    [[nodiscard]] TimeNs toSession(std::uint64_t clock) const;
    // What toSession() is off by at most: half of the time between both readings of the session's clock, what that is off
    // by itself, and what the clock has run unevenly.
    [[nodiscard]] TimeNs error() const { return error_; }
    // The last pair: later times are known less surely than by error().
    [[nodiscard]] std::uint64_t newestClock() const;
    [[nodiscard]] TimeNs newest() const; // the same in the session's time
    [[nodiscard]] std::uint64_t timesSet() const { return timesSet_; }
    // For readers; of at most some hundred samples.
    [[nodiscard]] Clock describe(ProcessId process) const;

private:
    struct Pair {
        std::int64_t clock;
        TimeNs session;
        TimeNs error;
    };
    [[nodiscard]] static double slope(const Pair& a, const Pair& b);

    std::vector<Pair> pairs_;
    TimeNs error_ = 0;
    std::uint64_t timesSet_ = 0;
};

} // namespace lanes::recorder
