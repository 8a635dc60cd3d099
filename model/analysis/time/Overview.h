// The numbers of the overview: where the time of a range went, on each device, step by step.
#pragma once

#include "model/analysis/time/Steps.h"
#include "model/analysis/time/TimeSplit.h"

#include <optional>
#include <string>
#include <vector>

namespace lanes {

struct StepSplit {
    Step step;
    std::string name; // of the step, with its rank where several have steps
    SplitTimes split; // what its rank did; sums to the length of the step, or of what of it lies in the range
    TimeRange range;
    bool whole = true; // false: the range, or the end of the recording, cuts it off
};

struct Overview {
    TimeRange range;
    SplitTimes split; // sums to range.length()
    std::vector<DeviceTimes> devices;
    std::vector<StepSplit> steps; // those that reach into the range

    // Of the steps that lie in the range whole; nothing without one.
    [[nodiscard]] std::optional<TimeNs> meanStep() const;
};

// Share of `part` in `whole` in whole per cent, rounded; 0 of nothing.
[[nodiscard]] int percentOf(TimeNs part, TimeNs whole);

// O(steps log slices).
[[nodiscard]] Overview overviewOf(const TimeSplit& split, const SessionSteps& steps, TimeRange range);

} // namespace lanes
