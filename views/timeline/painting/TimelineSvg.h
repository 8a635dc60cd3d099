// The timeline as scalable graphics: the same draw list, in rectangles and texts that stay sharp in any size. Names are
// whole in their tooltips.
#pragma once

#include "views/shared/look/Metrics.h"
#include "views/shared/look/Theme.h"
#include "views/timeline/painting/DrawList.h"
#include "views/timeline/painting/RulerTime.h"
#include "views/timeline/painting/TimelineGeometry.h"

#include <QByteArray>

namespace lanes {

// `geometry` and the list in device pixels; the picture has their size. O(what is drawn).
[[nodiscard]] QByteArray timelineSvg(const DrawList& list, const TimelineGeometry& geometry,
                                     const Theme& theme, const Metrics& metrics, const RulerTime& time);

} // namespace lanes
