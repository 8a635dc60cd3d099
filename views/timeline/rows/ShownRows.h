// The rows shown, and their order: the user's folding, hiding, pinning, filter and moves are applied.
#pragma once

#include "views/timeline/rows/TimelineRows.h"

#include <cstddef>
#include <vector>

namespace lanes {

// Indices of the rows shown, pinned ones first. `pinned` is the number of pinned rows.
struct ShownRows {
    std::vector<int> rows;
    std::size_t pinned = 0;
};
[[nodiscard]] ShownRows shownRows(const TimelineRows& rows, const RowSettings& settings);

// Returns the rows with the same parent as `row`, itself included, in the order in which they are shown.
[[nodiscard]] std::vector<int> siblingsOf(const TimelineRows& rows, const RowSettings& settings, int row);
// Moves `row` before its sibling `before`, or behind all siblings (-1).
void moveRow(const TimelineRows& rows, RowSettings& settings, int row, int before);

} // namespace lanes
