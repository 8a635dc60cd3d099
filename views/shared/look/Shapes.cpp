#include "views/shared/look/Shapes.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lanes {

namespace {

qreal dprOf(const QPainter& painter) {
    return painter.device() != nullptr ? painter.device()->devicePixelRatioF() : 1;
}

} // namespace

qreal hairline(qreal dpr) {
    return std::max(1., std::floor(dpr)) / dpr;
}

qreal snapped(qreal value, qreal dpr) {
    return std::round(value * dpr) / dpr;
}

void fillSnapped(QPainter& painter, const QRectF& rect, const QColor& color) {
    const qreal dpr = dprOf(painter);
    const QPointF from(snapped(rect.left(), dpr), snapped(rect.top(), dpr));
    const QPointF to(snapped(rect.right(), dpr), snapped(rect.bottom(), dpr));
    const bool smooth = painter.testRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(QRectF(from, to), color);
    painter.setRenderHint(QPainter::Antialiasing, smooth);
}

void horizontalLine(QPainter& painter, qreal x, qreal y, qreal width, const QColor& color) {
    fillSnapped(painter, {x, y, width, hairline(dprOf(painter))}, color);
}

void verticalLine(QPainter& painter, qreal x, qreal y, qreal height, const QColor& color) {
    fillSnapped(painter, {x, y, hairline(dprOf(painter)), height}, color);
}

void fillRounded(QPainter& painter, const QRectF& rect, qreal radius, const QColor& color) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRoundedRect(rect, radius, radius);
}

void strokeRounded(QPainter& painter, const QRectF& rect, qreal radius, const QColor& color, qreal width) {
    const qreal line = width > 0 ? width : hairline(dprOf(painter));
    painter.setRenderHint(QPainter::Antialiasing, radius > 0);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, line, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    const qreal h = line / 2;
    painter.drawRoundedRect(rect.adjusted(h, h, -h, -h), std::max(0., radius - h), std::max(0., radius - h));
}

void popupSurface(QPainter& painter, const QRectF& rect, qreal radius, const QColor& fill, const QColor& line,
                  bool dark) {
    constexpr int kReach = 20;
    for (int i = kReach; i > 0; i -= 2) {
        QColor ring(dark ? QColor(0, 0, 0) : QColor(0x1A, 0x1E, 0x24));
        ring.setAlphaF(static_cast<float>((dark ? .1 : .024) * (1 - double(i) / (kReach + 2))));
        fillRounded(painter, rect.adjusted(-i, 4 - i, i, 4 + i), radius + i, ring);
    }
    fillRounded(painter, rect, radius, fill);
    strokeRounded(painter, rect, radius, line);
}

QColor faded(QColor color, double alpha) {
    color.setAlphaF(static_cast<float>(alpha));
    return color;
}

void paintHatch(QPainter& painter, const QRectF& box, const QColor& color, double alpha, qreal pitch) {
    QColor line = color;
    line.setAlphaF(static_cast<float>(alpha));
    painter.save();
    painter.setClipRect(box);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(line, 1.5));
    for (qreal x = box.left() - box.height(); x < box.right() + box.height(); x += pitch) {
        painter.drawLine(QPointF(x, box.bottom()), QPointF(x + box.height(), box.top()));
    }
    painter.restore();
}

} // namespace lanes
