#include "model/analysis/time/Overview.h"

#include <algorithm>
#include <cmath>

namespace lanes {

int percentOf(TimeNs part, TimeNs whole) {
    return whole <= 0 ? 0
                      : static_cast<int>(
                            std::lround(100.0 * static_cast<double>(part) / static_cast<double>(whole)));
}

Overview overviewOf(const TimeSplit& split, const std::vector<Step>& steps, TimeRange range) {
    Overview overview{range, split.split(range), split.devices(range), {}};
    for (const Step& step : steps) {
        const TimeRange part{std::max(step.range.begin, range.begin), std::min(step.range.end, range.end)};
        if (!part.empty()) {
            overview.steps.push_back({step, split.split(part), part});
        }
    }
    return overview;
}

} // namespace lanes
