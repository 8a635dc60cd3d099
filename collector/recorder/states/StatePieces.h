// What a thread did between two looks at it: the kernel counts how long it ran and how long it waited for a CPU, and each look
// says what it does at that moment. Together they say when the one state gave way to the other.
//
// Where the thread was put onto a CPU no more than once between two looks that is so but for the kernel's own tick (1 to 10
// ms, by which it counts the time of who runs). Where it came and went more often, what it did longest stands for all of it.
#pragma once

#include "collector/recorder/counters/KernelFiles.h"
#include "collector/recorder/states/ThreadWait.h"
#include "model/base/Time.h"

#include <optional>
#include <vector>

namespace lanes::recorder {

struct StateSample {
    TimeNs at = 0; // by any clock that rises
    ThreadTimes times;
    ThreadWait wait; // Running also where it only could
};

// From then on, until the next one.
struct StateChange {
    TimeNs at = 0;
    ThreadWait wait;
};

// Of one thread. One thread.
class StatePieces {
public:
    // Adds to `changes` what follows from the next sample; in order of time. O(1).
    void add(const StateSample& sample, std::vector<StateChange>& changes);

private:
    struct Between {
        TimeNs ran;
        TimeNs waited;
        TimeNs rest; // that it was off, or that has not been counted yet
        bool switched;
    };

    [[nodiscard]] static Between between(const StateSample& before, const StateSample& now);
    void go(TimeNs at, const ThreadWait& wait, std::vector<StateChange>& changes);

    std::optional<StateSample> before_; // the last one of which is known what it did until then
    std::optional<ThreadWait> last_;    // of the changes
};

} // namespace lanes::recorder
