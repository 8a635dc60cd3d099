// The ruler above small charts over time: moments where there is room for them, and grid lines below.
#pragma once

#include "model/base/Time.h"

#include <QRectF>

class QPainter;

namespace lanes {

class Appearance;

// `range` spans the width of `ruler`. Grid lines go down to `bottom`. `zero` is the moment that is labelled 0.
void paintTimeRuler(QPainter& painter, const Appearance& look, const QRectF& ruler, qreal bottom,
                    TimeRange range, TimeNs zero);

} // namespace lanes
