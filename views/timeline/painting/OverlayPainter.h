// What lies over the rows: hover, selection, flows, the brushed range, the cursor line and marks. Painted over the
// finished picture, so that moving the mouse never repaints the rows.
#pragma once

#include "model/analysis/gaps/GapSteps.h"
#include "model/analysis/operators/Related.h"
#include "model/analysis/path/CriticalPath.h"
#include "views/shared/painting/PaintTools.h"
#include "views/timeline/painting/DrawList.h"
#include "views/timeline/painting/MarkFlags.h"
#include "views/timeline/painting/RulerTime.h"
#include "views/timeline/painting/TimelineGeometry.h"
#include "views/timeline/rows/SpotAt.h"

#include <QPainter>

#include <memory>
#include <optional>
#include <vector>

namespace lanes {

struct OverlayState {
    std::shared_ptr<const Trace> trace; // whose pauses are shown
    Related related;
    std::optional<SpotPlace> spot; // that is selected instead of a slice
    std::vector<GapStep> steps;    // that led to it, if it is a gap
    std::optional<SpotPlace> hoveredSpot;
    SliceId hovered;
    bool sameName = true; // light the tops of slices with the hovered one's name
    std::optional<TimeRange> brush;
    QString snappedTo; // what the edge that is dragged snapped to
    std::optional<TimeNs> cursor;
    std::vector<MarkFlag> marks;
    std::shared_ptr<const CriticalPath> path; // null: not shown
    RulerTime time;
};

// The rectangle of a slice in the picture: exact in time (maybe left or right of the picture), in the band that draws
// its lane, or in the row that it folds into. Nothing if no row stands for it.
[[nodiscard]] std::optional<QRect> sliceRect(const DrawList& list, const TimelineGeometry& geometry,
                                             const TimeScale& scale, int scroll, SliceId slice);

void paintOverlay(QPainter& painter, const TimelineGeometry& geometry, PaintTools& tools,
                  const DrawList& list, const TimeScale& scale, int scroll, const OverlayState& state);

} // namespace lanes
