// The numbers of the overview: the use of time in a range, on each device, step by step.
#pragma once

#include "model/analysis/time/Steps.h"
#include "model/analysis/time/TimeSplit.h"

#include <optional>
#include <string>
#include <vector>

namespace lanes {

struct StepSplit {
    Step step;
    std::string name; // name of the step, with its rank if several ranks have steps
    SplitTimes split; // time of its rank; sums to the length of the step's part in the range
    TimeRange range;
    bool whole = true; // false: the range, or the end of the recording, cuts the step
};

struct Overview {
    TimeRange range;
    SplitTimes split; // sums to range.length()
    std::vector<DeviceTimes> devices;
    std::vector<StepSplit> steps; // steps that reach into the range

    // Mean length of the steps that lie entirely in the range; nothing without one.
    [[nodiscard]] std::optional<TimeNs> meanStep() const;
};

// `part` of `whole` in whole per cent, rounded; 0 if `whole` is empty.
[[nodiscard]] int percentOf(TimeNs part, TimeNs whole);

// O(steps log slices).
[[nodiscard]] Overview overviewOf(const TimeSplit& split, const SessionSteps& steps, TimeRange range);

} // namespace lanes
