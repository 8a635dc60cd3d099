// Traces of one job on one axis of time, by the collectives that their ranks shared rather than by what their hosts took
// for the time of day.
#pragma once

#include "model/base/Time.h"
#include "model/trace/Trace.h"

#include <memory>
#include <optional>
#include <vector>

namespace lanes {

// What is to be added to the times of each trace to get those of the first, as in the middle of what it recorded; nothing
// where no collective says so. A clock that drifts is right there and less so at both ends. O(slices).
[[nodiscard]] std::vector<std::optional<TimeNs>>
alignRanks(const std::vector<std::shared_ptr<const Trace>>& traces);

} // namespace lanes
