// The time axis above the rows.
#pragma once

#include "model/base/TimeScale.h"
#include "views/shared/painting/PaintTools.h"
#include "views/timeline/painting/DrawList.h"
#include "views/timeline/painting/RulerTime.h"
#include "views/timeline/painting/TimelineGeometry.h"

namespace lanes {

// The distance between two ticks on the ruler and the grid: 1, 2 or 5 x 10^n ns.
[[nodiscard]] TimeNs rulerStep(const TimeScale& scale, const Metrics& metrics);

void paintRuler(QImage& image, const TimelineGeometry& geometry, PaintTools& tools, const TimeScale& scale,
                const RulerTime& time);
// Paints ticks at the lower edge of the ruler where a match of the search begins.
void paintFoundTicks(QImage& image, const TimelineGeometry& geometry, PaintTools& tools, const DrawList& list,
                     const TimeScale& scale);

} // namespace lanes
