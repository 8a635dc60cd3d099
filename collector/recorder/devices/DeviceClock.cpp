#include "collector/recorder/devices/DeviceClock.h"

#include "collector/ring/Thinned.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>

namespace lanes::recorder {

namespace {

constexpr std::uint64_t kLatest = std::uint64_t{1} << 61; // what sessions take
constexpr TimeNs kTicksError = 50;                        // of the session's own times (TickClock.h)
constexpr std::size_t kMostPairs = 1u << 16;
constexpr std::size_t kMostSamples = 256;

} // namespace

double DeviceClock::slope(const Pair& a, const Pair& b) {
    return static_cast<double>(b.session - a.session) / static_cast<double>(b.clock - a.clock);
}

bool DeviceClock::add(TimeNs before, TimeNs after, std::uint64_t clock) {
    constexpr auto kMostTime = static_cast<TimeNs>(kLatest);
    if (clock == 0 || clock >= kLatest || after < before || before <= -kMostTime || after >= kMostTime) {
        return false;
    }
    const TimeNs half = (after - before + 1) / 2 + kTicksError;
    const Pair pair{static_cast<std::int64_t>(clock), before + (after - before) / 2, half};
    if (!pairs_.empty() && (pair.clock <= pairs_.back().clock || pair.session <= pairs_.back().session)) {
        if (pair.clock == pairs_.back().clock || pair.session <= pairs_.back().session) {
            return true; // twice the same moment says nothing new
        }
        ++timesSet_;
        pairs_.clear();
    }
    TimeNs uneven = 0;
    if (pairs_.size() >= 2) {
        // What the pairs' own errors explain is none of the clock's.
        const Pair& a = pairs_[pairs_.size() - 2];
        const Pair& b = pairs_.back();
        const double ahead = static_cast<double>(pair.clock - b.clock);
        const double off = std::abs(static_cast<double>(pair.session - b.session) - slope(a, b) * ahead);
        const double lever = ahead / static_cast<double>(b.clock - a.clock);
        const double explained =
            static_cast<double>(half + b.error) + static_cast<double>(a.error + b.error) * lever;
        uneven = static_cast<TimeNs>(std::clamp(off - explained, 0.0, static_cast<double>(kMostTime) / 2));
    }
    error_ = std::max(error_, half + uneven);
    if (pairs_.size() >= kMostPairs) {
        ring::thin(pairs_);
    }
    pairs_.push_back(pair);
    return true;
}

TimeNs DeviceClock::toSession(std::uint64_t clock) const {
    const auto at = static_cast<std::int64_t>(std::min(clock, kLatest));
    if (pairs_.size() == 1) {
        return pairs_.front().session + (at - pairs_.front().clock);
    }
    const auto behind =
        std::upper_bound(std::next(pairs_.begin()), std::prev(pairs_.end()), at,
                         [](std::int64_t time, const Pair& pair) { return time < pair.clock; });
    const Pair& a = *std::prev(behind);
    const double run = static_cast<double>(at - a.clock) * (slope(a, *behind) - 1);
    constexpr double kMostRun = static_cast<double>(kLatest);
    return a.session + (at - a.clock) +
           static_cast<TimeNs>(std::llround(std::clamp(run, -kMostRun, kMostRun)));
}

std::uint64_t DeviceClock::newestClock() const {
    return pairs_.empty() ? 0 : static_cast<std::uint64_t>(pairs_.back().clock);
}

TimeNs DeviceClock::newest() const {
    return pairs_.empty() ? INT64_MIN : pairs_.back().session;
}

Clock DeviceClock::describe(ProcessId process) const {
    Clock clock;
    clock.process = process;
    clock.error = error_;
    clock.method = "device records: their clock read between two readings of the session's, " +
                   std::to_string(pairs_.size()) + " times; straight in between";
    for (const Pair& pair : pairs_) {
        clock.samples.push_back({pair.clock, pair.session, 2 * pair.error});
    }
    while (clock.samples.size() > kMostSamples) {
        ring::thin(clock.samples);
    }
    if (!pairs_.empty()) {
        clock.offset = pairs_.front().session - pairs_.front().clock;
        const double drift = pairs_.size() > 1 ? (slope(pairs_.front(), pairs_.back()) - 1) * 1e9 : 0;
        clock.driftPerBillion = std::llround(std::clamp(drift, -1e15, 1e15));
    }
    return clock;
}

} // namespace lanes::recorder
