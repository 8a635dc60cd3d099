// Reconstructs a thread's states between two looks at it. The kernel counts how long the thread ran and how long it
// waited for a CPU. Each look shows its state at that moment. Together they give the time at which one state followed
// the other.
//
// If the thread was put onto a CPU at most once between two looks, the result is exact up to the kernel's tick. The
// tick is 1 to 10 ms, in which the kernel counts the time of running threads. If the thread came and went more often,
// its longest state stands for the whole time.
#pragma once

#include "collector/recorder/counters/KernelFiles.h"
#include "collector/recorder/states/ThreadWait.h"
#include "model/base/Time.h"

#include <optional>
#include <vector>

namespace lanes::recorder {

struct StateSample {
    TimeNs at = 0; // by any monotonic clock
    ThreadTimes times;
    ThreadWait wait; // Running also for a thread that is only ready
};

// The state from `at` on, until the next change.
struct StateChange {
    TimeNs at = 0;
    ThreadWait wait;
};

// For one thread of the program. Used by one thread.
class StatePieces {
public:
    // Adds to `changes` the changes that the next sample implies, in order of time. O(1).
    void add(const StateSample& sample, std::vector<StateChange>& changes);

private:
    struct Between {
        TimeNs ran;
        TimeNs waited;
        TimeNs rest; // time off the CPU, or not counted yet
        bool switched;
    };

    [[nodiscard]] static Between between(const StateSample& before, const StateSample& now);
    void go(TimeNs at, const ThreadWait& wait, std::vector<StateChange>& changes);

    std::optional<StateSample> before_; // the last sample up to which the states are known
    std::optional<ThreadWait> last_;    // state of the last change
};

} // namespace lanes::recorder
