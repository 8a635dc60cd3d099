// A small picture of a session for the sessions page: what device, operators and runtime calls did over the time of its work.
#pragma once

#include "model/trace/Trace.h"

#include <QImage>
#include <QRectF>

#include <stop_token>

class QPainter;

namespace lanes {

struct Theme;

// One pixel per column of time and row (device, operators, runtime). Red is the dominant hue; green is how busy the row was (0
// to 255). So one picture fits every theme. A trace with missing slices is drawn from its coarse lanes. O(slices), or O(coarse
// cells). Null if stopped.
[[nodiscard]] QImage makeThumbnail(const Trace& trace, std::stop_token stop = {});

void paintThumbnail(QPainter& painter, const QRectF& box, const QImage& thumbnail, const Theme& theme);

} // namespace lanes
