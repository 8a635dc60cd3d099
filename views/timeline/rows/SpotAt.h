// The item that a click selects where the row has no slice.
#pragma once

#include "model/trace/slices/Spot.h"
#include "views/timeline/rows/TimelineRows.h"

#include <optional>

namespace lanes {

// Returns nothing for kinds of rows without such items. O(counters) or O(memory events).
[[nodiscard]] std::optional<Spot> spotAt(const Trace& trace, const TimelineRow& row, TimeNs time);

// Returns the instant `ordinal` of a row of instants.
[[nodiscard]] Spot spotOf(const TimelineRows& rows, const TimelineRow& row, std::uint32_t ordinal);

// The place of a spot.
struct SpotPlace {
    int row = 0;       // index of TimelineRows::rows()
    TimeRange range;   // of the gap or step; empty: a moment
    bool idle = false; // the spot is a gap
    friend constexpr bool operator==(const SpotPlace&, const SpotPlace&) = default;
};
// Returns nothing if no row shows the spot. O(rows) and a look-up.
[[nodiscard]] std::optional<SpotPlace> placeOf(const TimelineRows& rows, const Spot& spot);

} // namespace lanes
