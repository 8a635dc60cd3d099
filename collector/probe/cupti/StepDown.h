// When recording devices costs a program too much, less of them is recorded, step by step. It stays at that: a session whose
// parts know more and less in turns could not be compared with itself.
#pragma once

#include <cstdint>

namespace lanes::probe::cupti {

enum class Detail : std::uint8_t {
    All,
    NoCalls,     // of the runtime and the driver
    NoLaunches,  // nor where a thread was when it launched
    WholeGraphs, // nor what a graph replays
};

// One thread.
class StepDown {
public:
    static constexpr double kMostShare = 0.1; // of a thread's time
    static constexpr int kCostly = 2;         // times on end
    static constexpr int kLosing = 3;

    // Each second. `share`: what our callbacks took of the time of the thread that they cost most. `lost`: records, so far.
    // Returns the detail from now on. Records that are lost lead to each step, callbacks only to what makes them cheaper.
    Detail weigh(double share, std::uint64_t lost) {
        costly_ = share > kMostShare ? costly_ + 1 : 0;
        losing_ = lost > lost_ ? losing_ + 1 : 0;
        lost_ = lost;
        wasLosing_ = losing_ >= kLosing;
        if ((wasLosing_ && detail_ < Detail::WholeGraphs) ||
            (costly_ >= kCostly && detail_ < Detail::NoLaunches)) {
            detail_ = static_cast<Detail>(static_cast<std::uint8_t>(detail_) + 1);
            costly_ = losing_ = 0;
        }
        return detail_;
    }
    // Why the last step was taken.
    [[nodiscard]] const char* why() const {
        return wasLosing_ ? "records were lost for seconds on end"
                          : "recording took more than a tenth of a thread's time";
    }

private:
    Detail detail_ = Detail::All;
    int costly_ = 0;
    int losing_ = 0;
    bool wasLosing_ = false;
    std::uint64_t lost_ = 0;
};

} // namespace lanes::probe::cupti
