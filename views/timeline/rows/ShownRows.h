// Which rows are shown, and in which order: what the user folded, hid, pinned, filtered and moved.
#pragma once

#include "views/timeline/rows/TimelineRows.h"

#include <cstddef>
#include <vector>

namespace lanes {

// Positions of the rows that are shown, pinned ones first; `pinned` tells how many of these there are.
struct ShownRows {
    std::vector<int> rows;
    std::size_t pinned = 0;
};
[[nodiscard]] ShownRows shownRows(const TimelineRows& rows, const RowSettings& settings);

// The rows of the same parent as `row`, itself included, in the order in which they are shown.
[[nodiscard]] std::vector<int> siblingsOf(const TimelineRows& rows, const RowSettings& settings, int row);
// Puts `row` before its sibling `before`, or behind all of them (-1).
void moveRow(const TimelineRows& rows, RowSettings& settings, int row, int before);

} // namespace lanes
