// The column at the left. For each row it shows the name, how busy the row is in the visible range, and whether it is folded or
// pinned.
#pragma once

#include "model/analysis/operators/Related.h"
#include "views/shared/painting/PaintTools.h"
#include "views/timeline/painting/DrawList.h"
#include "views/timeline/painting/TimelineGeometry.h"

#include <vector>

namespace lanes {

struct HeaderState {
    std::vector<int> lit; // rows with the selection or related events, sorted
    int hovered = -1;     // row under the mouse
    int focused = -1;     // row that was clicked, or that the keyboard leads
    bool led = false;     // by the keyboard: a ring surrounds the row, not its header
    int dropLine = -1;    // y at which a dragged row would be put
};

// Returns the rows that draw the selected slice or one related to it, sorted.
[[nodiscard]] std::vector<int> rowsOf(const TimelineRows& rows, const Related& related);

void paintHeaders(QImage& image, const TimelineGeometry& geometry, PaintTools& tools, const DrawList& list,
                  int scroll, const HeaderState& state);

// Returns the area of a header's chevron that reacts to clicks. `top` is the top of the row.
[[nodiscard]] QRect chevronRect(const TimelineRow& row, int top, const Metrics& metrics);

} // namespace lanes
