// Which of a thread's operators are timed as they are recorded: what recording costs here, with this program's arguments and
// stacks, is measured and not assumed.
#pragma once

#include <cstdint>

namespace lanes::probe {

// Belongs to one thread.
class CostSampler {
public:
    // Whether this begin, or this end, is one.
    [[nodiscard]] bool timesBegin() { return --untilBegin_ == 0; }
    [[nodiscard]] bool timesEnd() { return --untilEnd_ == 0; }
    void timedBegin() { untilBegin_ = kEvery; }
    void timedEnd() { untilEnd_ = kEvery; }

private:
    // A prime: a loop of a program would else show the same ones each time.
    static constexpr std::uint32_t kEvery = 509;
    static constexpr std::uint32_t kFirst = 64; // the first ones define names and stacks

    std::uint32_t untilBegin_ = kFirst;
    std::uint32_t untilEnd_ = kFirst;
};

} // namespace lanes::probe
