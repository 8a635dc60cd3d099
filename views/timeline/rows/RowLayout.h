// Height and position of each row, in device pixels. Pure: the same rows, settings and view give the same layout.
#pragma once

#include "views/shared/look/Metrics.h"
#include "views/timeline/rows/TimelineRows.h"

#include <vector>

namespace lanes {

// The part of a row's lanes that is in view. It decides whether the row is drawn slice by slice or as a whole.
struct RowContent {
    std::uint32_t firstLevel = 0; // the levels before it fill the whole view
    std::uint32_t levels = 0;     // number of levels drawn, from firstLevel on
    bool nested = false;          // every level is high enough to be read
};

struct PlacedRow {
    int row = 0;
    int y = 0;
    int height = 0;
    bool pinned = false;
    bool folded = false;
    int pitch = 0;            // from one level to the next
    int inset = 0;            // of the first level, from the top of the row
    int gap = 0;              // between two levels
    bool chosen = false;      // the user dragged the row to this height
    bool outerFrames = false; // the row of functions that fill the view; belongs to the Python row below
    RowContent content;
};

struct RowLayout {
    std::vector<PlacedRow> rows; // pinned ones first
    int pinnedHeight = 0;
    int contentHeight = 0;
};

// True: the user may choose the row's height, because its content gains from it.
[[nodiscard]] bool isResizable(const TimelineRow& row);

// `contents` is indexed by row of `rows`. Spare height below the last row goes to the rows that gain from it.
[[nodiscard]] RowLayout layOut(const TimelineRows& rows, const RowSettings& settings,
                               const std::vector<RowContent>& contents, const Metrics& metrics, int height);

} // namespace lanes
