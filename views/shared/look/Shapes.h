// The few shapes of the chrome. Rectangles snap to device pixels; only round shapes are antialiased.
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
// The line lies inside `rect`. A `width` of 0 means a hairline.
void strokeRounded(QPainter& painter, const QRectF& rect, qreal radius, const QColor& color, qreal width = 0);
// The surface of a popup: rings of falling alpha as its shadow, then the fill with a border.
void popupSurface(QPainter& painter, const QRectF& rect, qreal radius, const QColor& fill, const QColor& line,
                  bool dark);

// Returns the colour with `alpha` (0 to 1) in place of its own.
[[nodiscard]] QColor faded(QColor color, double alpha);

// Hatches `box` with lines at 45 degrees. Hatching means waiting and nothing else.
void paintHatch(QPainter& painter, const QRectF& box, const QColor& color, double alpha, qreal pitch);

} // namespace lanes
