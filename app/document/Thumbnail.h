// A session at a glance, for the sessions page: what device, operators and runtime calls did over the time of its work.
#pragma once

#include "model/trace/Trace.h"

#include <QImage>
#include <QRectF>

#include <stop_token>

class QPainter;

namespace lanes {

struct Theme;

// One pixel per column of time and row (device, operators, runtime): its red is the hue that dominates there, its
// green how busy it was (0 to 255). So it fits every theme. A trace whose slices are still missing is drawn from its coarse
// lanes. O(slices), or O(coarse cells); null when stopped.
[[nodiscard]] QImage makeThumbnail(const Trace& trace, std::stop_token stop = {});

void paintThumbnail(QPainter& painter, const QRectF& box, const QImage& thumbnail, const Theme& theme);

} // namespace lanes
