// The overlay over the rows: hover, selection, flows, the brushed range, the cursor line and marks. It is painted over the
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
    std::shared_ptr<const Trace> trace; // its recording pauses are shown
    Related related;
    std::optional<SpotPlace> spot; // selected instead of a slice
    std::vector<GapStep> steps;    // cause chain of `spot`, if that is a gap
    std::optional<SpotPlace> hoveredSpot;
    SliceId hovered;
    bool sameName = true; // highlight the tops of slices with the hovered slice's name
    std::optional<TimeRange> brush;
    QString snappedTo; // name of the event to which the dragged edge snapped
    std::optional<TimeNs> cursor;
    std::vector<MarkFlag> marks;
    std::shared_ptr<const CriticalPath> path; // null: not shown
    RulerTime time;
};

// Returns the rectangle of a slice in the picture, or nothing if no row shows the slice. In time it is exact, so it may lie
// left or right of the picture. It lies in the band that draws its lane, or in the row into which that folds.
[[nodiscard]] std::optional<QRect> sliceRect(const DrawList& list, const TimelineGeometry& geometry,
                                             const TimeScale& scale, int scroll, SliceId slice);

void paintOverlay(QPainter& painter, const TimelineGeometry& geometry, PaintTools& tools,
                  const DrawList& list, const TimeScale& scale, int scroll, const OverlayState& state);

} // namespace lanes
