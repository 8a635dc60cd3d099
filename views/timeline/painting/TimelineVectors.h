// The timeline in shapes that stay sharp in any size, of the same draw list. Names are whole in their titles.
#pragma once

#include "views/shared/look/Metrics.h"
#include "views/shared/look/Theme.h"
#include "views/shared/painting/VectorPicture.h"
#include "views/timeline/painting/DrawList.h"
#include "views/timeline/painting/RulerTime.h"
#include "views/timeline/painting/TimelineGeometry.h"

namespace lanes {

// `geometry` and the list in device pixels; the picture has their size. O(what is drawn).
[[nodiscard]] VectorPicture timelineVectors(const DrawList& list, const TimelineGeometry& geometry,
                                            const Theme& theme, const Metrics& metrics,
                                            const RulerTime& time);

} // namespace lanes
