// Counts and times the steps of a training, from ranges that torch makes itself. These are ProfilerStep#N under a
// profiler's schedule. Otherwise a step runs from the end of one optimizer step to the end of the next.
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
    TimeNs usual = 0; // the median of the steps before; 0 if there are too few
};

// One thread. Steps of several threads (such as ranks) are counted separately.
class StepWatch {
public:
    // A range of that kind, outside any other, has ended. O(steps that are remembered).
    void ended(ring::StepKind kind, TrackId thread, TimeNs begin, TimeNs end);
    // The last end does not begin a step: at `at` a pause begins, or ends with everything recorded again
    // (`recorded`).
    void interrupt(TimeNs at, bool recorded);
    [[nodiscard]] const StepCost& cost() const { return cost_; }
    // Returns the steps of the thread that has had most.
    [[nodiscard]] std::uint64_t count() const { return count_; }
    // The steps of each thread: the number timed, their total duration, and the newest durations.
    struct Times {
        TrackId thread;
        std::uint64_t count = 0;
        TimeNs sum = 0;
        std::vector<TimeNs> newest;
    };
    [[nodiscard]] std::vector<Times> times() const;
    // Returns the steps that have ended since the last call.
    [[nodiscard]] std::vector<SeenStep> take() { return std::exchange(seen_, {}); }

private:
    struct Thread {
        std::uint64_t count = 0;
        TimeNs previousEnd = kNone;
        std::uint64_t timed = 0;
        TimeNs sum = 0;               // of the timed steps
        std::deque<TimeNs> durations; // the last ones
    };
    static constexpr TimeNs kNone = INT64_MIN;

    std::map<TrackId, Thread> threads_;
    std::vector<SeenStep> seen_;
    StepCost cost_;
    std::uint64_t count_ = 0;
    bool profiler_ = false; // a profiler's steps have been seen: only those count
};

} // namespace lanes::recorder
