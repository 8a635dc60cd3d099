// The ruler above small pictures of time: moments where there is room for them, and the lines of the grid below.
#pragma once

#include "model/base/Time.h"

#include <QRectF>

class QPainter;

namespace lanes {

class Appearance;

// `range` is as wide as `ruler`; grid lines go down to `bottom`. `zero` is where time 0 is written.
void paintTimeRuler(QPainter& painter, const Appearance& look, const QRectF& ruler, qreal bottom,
                    TimeRange range, TimeNs zero);

} // namespace lanes
