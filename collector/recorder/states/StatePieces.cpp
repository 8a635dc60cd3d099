#include "collector/recorder/states/StatePieces.h"

#include <algorithm>

namespace lanes::recorder {

namespace {

// The kernel counts the time of a thread that runs on at its tick, 100 times a second at least.
constexpr TimeNs kTick = 10'000'000;

TimeNs since(std::uint64_t now, std::uint64_t before) {
    return static_cast<TimeNs>(std::min<std::uint64_t>(now - std::min(now, before), INT64_MAX / 4));
}

ThreadWait only(ThreadState state) {
    return {state, -1, {}, {}};
}

} // namespace

StatePieces::Between StatePieces::between(const StateSample& before, const StateSample& now) {
    const TimeNs ran = since(now.times.ranNs, before.times.ranNs);
    const TimeNs waited = since(now.times.waitedNs, before.times.waitedNs);
    return {ran, waited, std::max<TimeNs>(0, now.at - before.at - ran - waited),
            now.times.timesPut != before.times.timesPut};
}

void StatePieces::go(TimeNs at, const ThreadWait& wait, std::vector<StateChange>& changes) {
    if (last_ == wait) {
        return;
    }
    last_ = wait;
    if (!changes.empty() && changes.back().at >= at) { // that one lasted no time
        changes.back().wait = wait;
    } else {
        changes.push_back({at, wait});
    }
}

void StatePieces::add(const StateSample& sample, std::vector<StateChange>& changes) {
    const bool runs = sample.wait.state == ThreadState::Running;
    if (!before_) {
        before_ = sample;
        if (!runs) { // of one that could run nobody knows yet whether it does
            go(sample.at, sample.wait, changes);
        }
        return;
    }
    const Between part = between(*before_, sample);
    const bool ran = before_->wait.state == ThreadState::Running;
    const bool counted = part.ran > 0 || part.waited > 0 || part.switched;
    const ThreadWait onCpu = only(part.waited > part.ran ? ThreadState::NoCpu : ThreadState::Running);
    const TimeNs begin = before_->at;
    const TimeNs length = sample.at - begin;
    if (runs && ran) {
        if (!counted) {
            return; // it runs, or waits: what is counted next says which
        }
        const bool wasOff = part.switched && part.rest > std::max({part.ran, part.waited, kTick});
        go(begin, wasOff ? only(ThreadState::Unknown) : onCpu, changes);
    } else if (runs) {
        go(std::max(begin, sample.at - part.ran - part.waited), onCpu, changes);
    } else if (ran) {
        if (part.ran + part.waited > 0) {
            go(begin, onCpu, changes);
        }
        go(std::min(sample.at, begin + part.ran + part.waited), sample.wait, changes);
    } else {
        go(begin, counted && part.ran + part.waited > length / 2 ? onCpu : sample.wait, changes);
    }
    before_ = sample;
}

} // namespace lanes::recorder
