// The critical path over the rows: a line under each slice that it goes through, and where it leaves one for another.
#pragma once

#include "model/analysis/path/CriticalPath.h"
#include "views/shared/painting/PaintTools.h"
#include "views/timeline/painting/DrawList.h"
#include "views/timeline/painting/TimelineGeometry.h"

#include <QPainter>

namespace lanes {

// O(pixels x log segments), however many there are.
void paintPath(QPainter& painter, const TimelineGeometry& geometry, PaintTools& tools, const DrawList& list,
               const TimeScale& scale, int scroll, const CriticalPath& path);

} // namespace lanes
