// The few shapes that the chrome is made of. Rectangles snap to device pixels; only round things are
// antialiased.
#pragma once

#include <QColor>
#include <QRectF>

class QPainter;

namespace lanes {

// Width of a hairline in logical pixels: max(1, floor(dpr)) device pixels.
[[nodiscard]] qreal hairline(qreal dpr);
[[nodiscard]] qreal snapped(qreal value, qreal dpr);

void fillSnapped(QPainter& painter, const QRectF& rect, const QColor& color);
void horizontalLine(QPainter& painter, qreal x, qreal y, qreal width, const QColor& color);
void verticalLine(QPainter& painter, qreal x, qreal y, qreal height, const QColor& color);

void fillRounded(QPainter& painter, const QRectF& rect, qreal radius, const QColor& color);
// The line lies inside `rect`; `width` 0: a hairline.
void strokeRounded(QPainter& painter, const QRectF& rect, qreal radius, const QColor& color, qreal width = 0);
// A popup's surface: falling alpha rings as its shadow, then overlay with a line.
void popupSurface(QPainter& painter, const QRectF& rect, qreal radius, const QColor& fill, const QColor& line,
                  bool dark);

// With `alpha` of 0 to 1 in place of its own.
[[nodiscard]] QColor faded(QColor color, double alpha);

// Lines at 45 degrees over `box`: waiting. Nothing else is hatched.
void paintHatch(QPainter& painter, const QRectF& box, const QColor& color, double alpha, qreal pitch);

} // namespace lanes
