// The end of a session that is still recorded: a line, nothing behind it, and a pill that says whether it is followed.
#pragma once

#include "model/base/TimeScale.h"
#include "views/shared/painting/PaintTools.h"
#include "views/timeline/painting/TimelineGeometry.h"

#include <QPainter>

namespace lanes {

struct LiveState {
    TimeNs end = 0;
    bool following = false;
};

// Returns where the pill is; a click on it follows the end, or lets it go.
QRect paintLive(QPainter& painter, const TimelineGeometry& geometry, PaintTools& tools,
                const TimeScale& scale, const LiveState& live);

} // namespace lanes
