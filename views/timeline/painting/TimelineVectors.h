// The timeline as shapes that stay sharp in any size, made from the same draw list. The shapes' titles contain the whole names.
#pragma once

#include "views/shared/look/Metrics.h"
#include "views/shared/look/Theme.h"
#include "views/shared/painting/VectorPicture.h"
#include "views/timeline/painting/DrawList.h"
#include "views/timeline/painting/RulerTime.h"
#include "views/timeline/painting/TimelineGeometry.h"

namespace lanes {

// `geometry` and the list are in device pixels; the picture has the same size. O(shapes).
[[nodiscard]] VectorPicture timelineVectors(const DrawList& list, const TimelineGeometry& geometry,
                                            const Theme& theme, const Metrics& metrics,
                                            const RulerTime& time);

} // namespace lanes
