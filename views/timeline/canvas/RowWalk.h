// Walking over the rows by keyboard: which row comes next, and which event a row begins with.
#pragma once

#include "views/timeline/painting/DrawList.h"

namespace lanes {

// The row shown below (`down`) or above `row`; from -1: the first or the last. -1 behind either end.
[[nodiscard]] int rowBeside(const DrawList& list, int row, bool down);

// The first event of the row's uppermost lane on screen that starts in view, or else the one that is open there; none
// where the row holds no events or they have not been read yet. O(log slices).
[[nodiscard]] SliceId firstInView(const DrawList& list, int row);

// The place of a row; null while it is not in the list.
[[nodiscard]] const DrawRow* placeOf(const DrawList& list, int row);

} // namespace lanes
