// Traces of one job on one axis of time, by the collectives that their ranks shared rather than by what their hosts took
// for the time of day.
#pragma once

#include "model/trace/ClockLine.h"
#include "model/trace/Trace.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace lanes {

// How the clock of each trace stands to the first one's, with its drift and the bound of both; nothing where no collective says so, and of all
// if asked to stop. O(slices).
[[nodiscard]] std::vector<std::optional<TraceClock>>
alignRanks(const std::vector<std::shared_ptr<const Trace>>& traces, const std::stop_token& stop);

} // namespace lanes
