// Aligns traces of one job on one time axis by the collectives that their ranks shared, rather than by their hosts' time
// of day.
#pragma once

#include "model/trace/ClockLine.h"
#include "model/trace/Trace.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace lanes {

// The relation of each trace's clock to the first one's, with drift and error bounds. Nothing for traces that no
// collective links, and for all if asked to stop. O(slices).
[[nodiscard]] std::vector<std::optional<TraceClock>>
alignRanks(const std::vector<std::shared_ptr<const Trace>>& traces, const std::stop_token& stop);

} // namespace lanes
