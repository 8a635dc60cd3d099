// How high each row is and where it stands, in device pixels. Pure: the same rows, settings and view give the same
// layout.
#pragma once

#include "views/shared/look/Metrics.h"
#include "views/timeline/rows/TimelineRows.h"

#include <vector>

namespace lanes {

// What is in view of a row's lanes; decides whether it is read slice by slice or as a whole.
struct RowContent {
    std::uint32_t firstLevel = 0; // levels before it fill the whole view
    std::uint32_t levels = 0;     // drawn from there on
    bool nested = false;          // every level is high enough to be read
};

struct PlacedRow {
    int row = 0;
    int y = 0;
    int height = 0;
    bool pinned = false;
    bool folded = false;
    int pitch = 0;            // from level to level
    int inset = 0;            // of the first level, from the row's top
    int gap = 0;              // between levels
    bool chosen = false;      // the user dragged it to this height
    bool outerFrames = false; // the row of functions that fill the view; belongs to the Python row below it
    RowContent content;
};

struct RowLayout {
    std::vector<PlacedRow> rows; // pinned ones first
    int pinnedHeight = 0;
    int contentHeight = 0;
};

// Whether a row's height is the user's to choose: it shows something that gains from it.
[[nodiscard]] bool isResizable(const TimelineRow& row);

// `contents` by row of `rows`. Spare height below the last row goes to the rows that gain from it.
[[nodiscard]] RowLayout layOut(const TimelineRows& rows, const RowSettings& settings,
                               const std::vector<RowContent>& contents, const Metrics& metrics, int height);

} // namespace lanes
