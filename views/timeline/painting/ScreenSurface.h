// The pixels of a window in memory that a widget is about to paint, to be written without a picture in between.
#pragma once

#include <QImage>
#include <QPainter>
#include <QRegion>
#include <QWidget>

#include <optional>

namespace lanes {

// While `widget` paints all of itself (`region`) with `painter`: its part of the window's own image, of `size` device pixels,
// which it shares. Nothing where it paints into something else, only in part, or where its pixels are not the image's.
[[nodiscard]] std::optional<QImage> screenSurface(const QWidget& widget, const QPainter& painter,
                                                  const QRegion& region, QSize size);

} // namespace lanes
