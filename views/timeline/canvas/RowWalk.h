// Walking over the rows by keyboard: the next row, and the first event of a row.
#pragma once

#include "views/timeline/painting/DrawList.h"

namespace lanes {

// Returns the row shown below (`down`) or above `row`. From -1 it is the first or the last row. Beyond either end it is -1.
[[nodiscard]] int rowBeside(const DrawList& list, int row, bool down);

// Returns the first event that starts in view, in the uppermost lane of the row that has one. In a lane without such an event
// it is the event open at the left edge. None if the row has no events, or they have not been read yet. O(log slices).
[[nodiscard]] SliceId firstInView(const DrawList& list, int row);

// Returns the row's entry in the list; null if the list does not contain it.
[[nodiscard]] const DrawRow* placeOf(const DrawList& list, int row);

} // namespace lanes
