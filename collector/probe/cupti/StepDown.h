// When device recording costs a program too much, less is recorded, step by step. After a quiet time more is recorded
// again; that time grows with each further step down.
#pragma once

#include "collector/probe/cupti/ActivityLayout.h"

#include <algorithm>
#include <cstdint>

namespace lanes::probe::cupti {

enum class Detail : std::uint8_t {
    All,
    NoWaits,     // none for the device and between streams, which polling can flood
    NoCalls,     // nor calls of the runtime and the driver
    NoLaunches,  // nor the stacks of launches
    WholeGraphs, // nor the nodes of graphs
};

// True if records of that kind are left out at this detail.
constexpr bool isLeftOut(Kind kind, Detail detail) {
    return (kind == Kind::Synchronization && detail >= Detail::NoWaits) ||
           ((kind == Kind::RuntimeCall || kind == Kind::DriverCall) && detail >= Detail::NoCalls);
}

// Used by one thread.
class StepDown {
public:
    static constexpr double kMostShare = 0.1; // of a thread's time
    static constexpr int kCostly = 2;         // consecutive times
    static constexpr int kLosing = 3;
    static constexpr int kQuiet = 30;      // consecutive times until more is recorded again, at first
    static constexpr int kMostQuiet = 960; // and at most

    // Call each second. `share`: share of its time that the most affected thread spent in our callbacks. `lost`:
    // records lost so far. Returns the detail from now on. Lost records may lead down to the last step; costly
    // callbacks only down to NoLaunches, which makes them cheaper.
    Detail weigh(double share, std::uint64_t lost) {
        costly_ = share > kMostShare ? costly_ + 1 : 0;
        losing_ = lost > lost_ ? losing_ + 1 : 0;
        quiet_ = costly_ == 0 && losing_ == 0 ? quiet_ + 1 : 0;
        lost_ = lost;
        wasLosing_ = losing_ >= kLosing;
        if ((wasLosing_ && detail_ < Detail::WholeGraphs) ||
            (costly_ >= kCostly && detail_ < Detail::NoLaunches)) {
            step(1);
            patience_ = back_ ? std::min(2 * patience_, kMostQuiet) : patience_;
            back_ = false;
        } else if (detail_ != Detail::All && quiet_ >= patience_) {
            step(-1);
            back_ = true;
        }
        return detail_;
    }
    // Returns the reason of the last step down.
    [[nodiscard]] const char* why() const {
        return wasLosing_ ? "records were lost for seconds on end"
                          : "recording took more than a tenth of a thread's time";
    }

private:
    void step(int by) {
        detail_ = static_cast<Detail>(static_cast<int>(detail_) + by);
        costly_ = losing_ = quiet_ = 0;
    }

    Detail detail_ = Detail::All;
    int costly_ = 0;
    int losing_ = 0;
    int quiet_ = 0;
    int patience_ = kQuiet;
    bool back_ = false; // the last step was towards more detail
    bool wasLosing_ = false;
    std::uint64_t lost_ = 0;
};

} // namespace lanes::probe::cupti
