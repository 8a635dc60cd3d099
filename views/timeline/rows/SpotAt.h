// What a click selects where a row has no slice.
#pragma once

#include "model/trace/slices/Spot.h"
#include "views/timeline/rows/TimelineRows.h"

#include <optional>

namespace lanes {

// Nothing for rows without an answer. O(counters) or O(memory events).
[[nodiscard]] std::optional<Spot> spotAt(const Trace& trace, const TimelineRow& row, TimeNs time);

// The instant `ordinal` of a row of instants.
[[nodiscard]] Spot spotOf(const TimelineRows& rows, const TimelineRow& row, std::uint32_t ordinal);

// Where a spot stands.
struct SpotPlace {
    int row = 0;       // of TimelineRows
    TimeRange range;   // the gap, the step; empty: a moment
    bool idle = false; // a gap
    friend constexpr bool operator==(const SpotPlace&, const SpotPlace&) = default;
};
// Nothing if no row shows it. O(rows) and a look-up.
[[nodiscard]] std::optional<SpotPlace> placeOf(const TimelineRows& rows, const Spot& spot);

} // namespace lanes
