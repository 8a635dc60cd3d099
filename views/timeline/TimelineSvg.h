// The timeline as scalable graphics: the same draw list, in rectangles and texts that stay sharp in any size. Names are
// whole in their tooltips.
#pragma once

#include "views/shared/Metrics.h"
#include "views/shared/Theme.h"
#include "views/timeline/DrawList.h"
#include "views/timeline/RulerTime.h"
#include "views/timeline/TimelineGeometry.h"

#include <QByteArray>

namespace lanes {

// `geometry` and the list in device pixels; the picture has their size. O(what is drawn).
[[nodiscard]] QByteArray timelineSvg(const DrawList& list, const TimelineGeometry& geometry,
                                     const Theme& theme, const Metrics& metrics, const RulerTime& time);

} // namespace lanes
