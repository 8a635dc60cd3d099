#include "model/analysis/time/Overview.h"

#include <algorithm>
#include <cmath>

namespace lanes {

int percentOf(TimeNs part, TimeNs whole) {
    return whole <= 0 ? 0
                      : static_cast<int>(
                            std::lround(100.0 * static_cast<double>(part) / static_cast<double>(whole)));
}

std::optional<TimeNs> Overview::meanStep() const {
    TimeNs sum = 0;
    TimeNs count = 0;
    for (const StepSplit& step : steps) {
        sum += step.whole ? step.range.length() : 0;
        count += step.whole ? 1 : 0;
    }
    return count > 0 ? std::optional(sum / count) : std::nullopt;
}

Overview overviewOf(const TimeSplit& split, const SessionSteps& steps, TimeRange range) {
    Overview overview{range, split.split(range), split.devices(range), {}};
    for (const Step& step : steps.all()) {
        const TimeRange part{std::max(step.range.begin, range.begin), std::min(step.range.end, range.end)};
        if (!part.empty()) {
            overview.steps.push_back({step, steps.nameOf(step), split.ofRank(step.rank).split(part), part,
                                      step.ended && part == step.range});
        }
    }
    return overview;
}

} // namespace lanes
