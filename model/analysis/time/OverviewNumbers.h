// What the overview says about a range, worked out at once.
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
        std::string device; // "1:0", as Kineto numbers them
        std::int64_t peak = 0;
        TimeNs at = 0;
    };

    // What is said of the steps that reach into the range, however many those are.
    struct Steps {
        static constexpr std::size_t kMostBars = 240;
        std::size_t count = 0;
        std::optional<TimeNs> mean;         // Overview::meanStep()
        std::optional<TimeNs> steadyMedian; // of the steady ones that lie in the range whole, as SteadySteps
        TimeNs steadyMean = 0;              // with a median only
        std::optional<StepSplit> median;    // the steady step of median length; without one, of all steps
        TimeNs p95 = 0;                     // of the steps that the median is of; the nearest rank
        std::string slowest;                // name of the longest; of the whole ones if there are any
        std::vector<StepSplit> bars;        // in time order; of more than kMostBars the longest of neighbours
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
    TimeNs overhead = 0;          // that the profiler says it took, in slices of its own
    bool hasOverhead = false;     // there are such slices
    bool hasDevice = false;
    bool empty = true; // nothing was recorded at all
};

// What a step has most more of than the median one.
struct StepExcess {
    Activity activity = Activity::Idle;
    TimeNs by = 0;
};
// Nothing of a step that took at most a tenth longer.
[[nodiscard]] std::optional<StepExcess> excessOf(const StepSplit& step, const StepSplit& median);

// Of `focus`; what is called (the `most` operators and kernels) of `brush`, or of the whole session. Nothing if asked to
// stop. Any thread, but not a window's.
[[nodiscard]] std::optional<OverviewNumbers> overviewNumbers(TraceAnalyses& analyses, TimeRange focus,
                                                             std::optional<TimeRange> brush, std::size_t most,
                                                             const std::stop_token& stop);

} // namespace lanes
