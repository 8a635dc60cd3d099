// All numbers of the overview for a range, computed at once.
#pragma once

#include "model/analysis/TraceAnalyses.h"
#include "model/analysis/time/Overview.h"
#include "model/analysis/time/TopWork.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace lanes {

struct OverviewNumbers {
    struct Memory {
        std::string device; // "1:0", numbered as in Kineto
        std::int64_t peak = 0;
        TimeNs at = 0;
    };

    // The steps that reach into the range, in a summary of limited size.
    struct Steps {
        static constexpr std::size_t kMostBars = 240;
        std::size_t count = 0;
        std::optional<TimeNs> mean; // Overview::meanStep()
        std::optional<TimeNs>
            steadyMedian;      // of the steady steps that lie entirely in the range, as in SteadySteps
        TimeNs steadyMean = 0; // set only with a median
        std::optional<StepSplit> median; // the steady step of median length; without one, of all steps
        TimeNs p95 = 0;                  // of the steps that the median is taken of; nearest rank
        std::string slowest;             // name of the longest step; of complete steps if there are any
        std::vector<StepSplit> bars;     // in time order; beyond kMostBars the longest of neighbours
    };

    TimeRange range;
    SplitTimes split; // sums to range.length()
    std::vector<DeviceTimes> deviceTimes;
    Steps steps;
    std::vector<TopWork> operators; // by device time; by CPU time without a device
    std::vector<TopWork> kernels;
    std::optional<Memory> memory; // the device with the highest peak
    std::vector<DeviceLimits> devices;
    std::optional<int> occupancy; // per cent, mean over kernel time
    TimeNs overhead = 0;          // the profiler's own time, in slices of its own
    bool hasOverhead = false;     // true if there are such slices
    bool hasDevice = false;
    bool empty = true; // true if nothing was recorded at all
};

// The activity whose time in a step exceeds that of the median step most.
struct StepExcess {
    Activity activity = Activity::Idle;
    TimeNs by = 0;
};
// Nothing for a step that is at most a tenth longer than the median.
[[nodiscard]] std::optional<StepExcess> excessOf(const StepSplit& step, const StepSplit& median);

// The numbers for `focus`. The list of the `most` operators and kernels covers `brush`, or the whole session. Nothing if
// asked to stop. Any thread, but not a window's.
[[nodiscard]] std::optional<OverviewNumbers> overviewNumbers(TraceAnalyses& analyses, TimeRange focus,
                                                             std::optional<TimeRange> brush, std::size_t most,
                                                             const std::stop_token& stop);

} // namespace lanes
