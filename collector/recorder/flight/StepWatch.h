// The steps of a training, as they go by: the ranges that torch makes of them by itself, ProfilerStep#N where there is a
// profiler's schedule, otherwise from the end of one step of the optimizer to the end of the next.
#pragma once

#include "collector/recorder/flight/StepCost.h"
#include "collector/ring/StepKind.h"
#include "model/base/Ids.h"
#include "model/base/Time.h"

#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

namespace lanes::recorder {

struct SeenStep {
    std::uint64_t number = 0; // of its thread, from 1
    TimeNs duration = 0;
    TimeNs usual = 0; // the median of those before; 0 where there are too few to say
};

// One thread. Steps of several threads (ranks, for one) are counted side by side.
class StepWatch {
public:
    // Such a range has ended, one that lies in no other. O(steps that are remembered).
    void ended(ring::StepKind kind, TrackId thread, TimeNs begin, TimeNs end);
    // What has ended so far is the begin of no step: a pause begins at that moment, or ends and all is recorded again.
    void interrupt(TimeNs at, bool recorded);
    [[nodiscard]] const StepCost& cost() const { return cost_; }
    // Of the thread that has had most.
    [[nodiscard]] std::uint64_t count() const { return count_; }
    // Of each thread: how many were timed, how long they took, and the newest of them.
    struct Times {
        TrackId thread;
        std::uint64_t count = 0;
        TimeNs sum = 0;
        std::vector<TimeNs> newest;
    };
    [[nodiscard]] std::vector<Times> times() const;
    // Those that have ended since the last call.
    [[nodiscard]] std::vector<SeenStep> take() { return std::exchange(seen_, {}); }

private:
    struct Thread {
        std::uint64_t count = 0;
        TimeNs previousEnd = kNone;
        std::uint64_t timed = 0;
        TimeNs sum = 0;               // of those
        std::deque<TimeNs> durations; // the last ones
    };
    static constexpr TimeNs kNone = INT64_MIN;

    std::map<TrackId, Thread> threads_;
    std::vector<SeenStep> seen_;
    StepCost cost_;
    std::uint64_t count_ = 0;
    bool profiler_ = false; // has been seen: its steps are the ones that count
};

} // namespace lanes::recorder
