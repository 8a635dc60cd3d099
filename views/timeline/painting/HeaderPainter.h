// The column at the left: what each row is, how busy it is in the visible range, whether it is folded or pinned.
#pragma once

#include "model/analysis/operators/Related.h"
#include "views/shared/painting/PaintTools.h"
#include "views/timeline/painting/DrawList.h"
#include "views/timeline/painting/TimelineGeometry.h"

#include <vector>

namespace lanes {

struct HeaderState {
    std::vector<int> lit; // rows that hold the selection or what belongs to it, sorted
    int hovered = -1;     // row under the mouse
    int focused = -1;     // row that was clicked, or that the keyboard leads
    bool led = false;     // by the keyboard: the whole row has a ring then, not its header
    int dropLine = -1;    // y at which a dragged row would be put
};

// Rows that draw the selected slice or one that belongs to it, sorted.
[[nodiscard]] std::vector<int> rowsOf(const TimelineRows& rows, const Related& related);

void paintHeaders(QImage& image, const TimelineGeometry& geometry, PaintTools& tools, const DrawList& list,
                  int scroll, const HeaderState& state);

// Where a header's chevron can be clicked, of a row whose top is at `top`.
[[nodiscard]] QRect chevronRect(const TimelineRow& row, int top, const Metrics& metrics);

} // namespace lanes
