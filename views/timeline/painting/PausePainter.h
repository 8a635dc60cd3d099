// Stretches in which the recorder was told to record nothing: hatched over all rows, so that nobody takes them for idle time.
#pragma once

#include "model/base/TimeScale.h"
#include "model/trace/Trace.h"
#include "views/shared/painting/PaintTools.h"
#include "views/timeline/painting/TimelineGeometry.h"

#include <QPainter>

namespace lanes {

// O(pixels x log pauses + tracks).
void paintPauses(QPainter& painter, const TimelineGeometry& geometry, PaintTools& tools,
                 const TimeScale& scale, const Trace& trace);

} // namespace lanes
