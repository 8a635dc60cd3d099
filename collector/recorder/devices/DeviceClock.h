// The clock of a process's device records, from pairs with the session's clock. Between two pairs it is interpolated.
// Before the first and behind the last the nearest slope is continued.
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
    // Adds a pair: the clock showed `clock` at some moment between `before` and `after` of the session's clock. False
    // for an impossible pair. Pairs come in order. A pair with a lower `clock` than before starts over, as the clock
    // has been set.
    bool add(TimeNs before, TimeNs after, std::uint64_t clock);

    [[nodiscard]] bool known() const { return !pairs_.empty(); }
    // Needs at least one pair. O(log pairs).
    [[nodiscard]] TimeNs toSession(std::uint64_t clock) const;
    // Returns the largest error of toSession(). It includes half of the time between the two readings of the
    // session's clock, that clock's own error, and the unevenness of the device's clock.
    [[nodiscard]] TimeNs error() const { return error_; }
    // Returns the last pair's reading; later times have a larger error than error().
    [[nodiscard]] std::uint64_t newestClock() const;
    [[nodiscard]] TimeNs newest() const; // as newestClock(), in the session's time
    [[nodiscard]] std::uint64_t timesSet() const { return timesSet_; }
    // Returns the clock's description for readers, of at most some hundred samples.
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
