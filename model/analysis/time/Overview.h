// The numbers of the overview: where the time of a range went, on each device, step by step.
#pragma once

#include "model/analysis/time/Steps.h"
#include "model/analysis/time/TimeSplit.h"

#include <map>
#include <vector>

namespace lanes {

struct StepSplit {
    Step step;
    SplitTimes split; // sums to the length of the step, or of what of it lies in the range
    TimeRange range;
};

struct Overview {
    TimeRange range;
    SplitTimes split; // sums to range.length()
    std::map<std::int32_t, DeviceTimes> devices;
    std::vector<StepSplit> steps; // those that reach into the range
};

// Share of `part` in `whole` in whole per cent, rounded; 0 of nothing.
[[nodiscard]] int percentOf(TimeNs part, TimeNs whole);

// O(steps log slices).
[[nodiscard]] Overview overviewOf(const TimeSplit& split, const std::vector<Step>& steps, TimeRange range);

} // namespace lanes
