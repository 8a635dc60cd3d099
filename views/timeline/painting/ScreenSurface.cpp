#include "views/timeline/painting/ScreenSurface.h"

#include <QBackingStore>
#include <QPaintEngine>

#include <cmath>

namespace lanes {

std::optional<QImage> screenSurface(const QWidget& widget, const QPainter& painter, const QRegion& region,
                                    QSize size) {
    QBackingStore* store = widget.backingStore();
    QPaintDevice* device = store != nullptr ? store->paintDevice() : nullptr;
    auto* screen = dynamic_cast<QImage*>(device);
    // A grabbed widget paints elsewhere.
    if (screen == nullptr || painter.paintEngine()->paintDevice() != device ||
        region != QRegion(widget.rect())) {
        return std::nullopt;
    }
    const bool plain =
        screen->format() == QImage::Format_RGB32 || screen->format() == QImage::Format_ARGB32_Premultiplied;
    const QPointF at = QPointF(widget.mapTo(widget.window(), QPoint())) * screen->devicePixelRatio();
    const QRect part(at.toPoint(), size);
    if (!plain || part.topLeft() != at || !screen->rect().contains(part) ||
        screen->devicePixelRatio() != widget.devicePixelRatioF()) {
        return std::nullopt;
    }
    uchar* const pixels = screen->scanLine(part.top()) + part.left() * std::ptrdiff_t{4};
    return QImage(pixels, size.width(), size.height(), screen->bytesPerLine(), QImage::Format_RGB32);
}

} // namespace lanes
