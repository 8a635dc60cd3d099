#include "views/shared/look/Icons.h"

#include <QPainter>
#include <QSvgRenderer>

#include <cmath>

namespace lanes {

const QImage& Icons::image(const QString& name, int size, const QColor& color, qreal dpr) {
    const QRgb ink = color.rgba();
    QString key;
    key.reserve(name.size() + 5); // asked for per icon and frame: one piece of memory, not five
    key += name;
    for (const int part : {0, size, static_cast<int>(ink & 0xffff), static_cast<int>(ink >> 16),
                           static_cast<int>(std::lround(dpr * 1000))}) {
        key += QChar(static_cast<char16_t>(part));
    }
    const auto [found, isNew] = cache_.try_emplace(key);
    if (!isNew) {
        return found->second;
    }
    QSvgRenderer svg(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!svg.isValid()) {
        return found->second;
    }
    const int pixels = static_cast<int>(std::lround(size * dpr));
    QImage image(pixels, pixels, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    svg.render(&painter);
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(image.rect(), color);
    painter.end();
    image.setDevicePixelRatio(dpr);
    found->second = std::move(image);
    return found->second;
}

void Icons::paint(QPainter& painter, const QPointF& at, const QString& name, int size, const QColor& color) {
    const qreal dpr = painter.device()->devicePixelRatioF();
    const QPointF snapped(std::round(at.x() * dpr) / dpr, std::round(at.y() * dpr) / dpr);
    painter.drawImage(snapped, image(name, size, color, dpr));
}

QIcon Icons::icon(const QString& name, const QColor& normal, const QColor& disabled, int size) {
    QIcon icon;
    for (const qreal dpr : {1., 2.}) {
        icon.addPixmap(QPixmap::fromImage(image(name, size, normal, dpr)), QIcon::Normal);
        icon.addPixmap(QPixmap::fromImage(image(name, size, disabled, dpr)), QIcon::Disabled);
    }
    return icon;
}

} // namespace lanes
