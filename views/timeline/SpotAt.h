// What a click selects where a row has no slice.
#pragma once

#include "views/shared/Spot.h"
#include "views/timeline/TimelineRows.h"

#include <optional>

namespace lanes {

// Nothing for rows without an answer. O(counters) or O(memory events).
[[nodiscard]] std::optional<Spot> spotAt(const Trace& trace, const TimelineRow& row, TimeNs time);

} // namespace lanes
