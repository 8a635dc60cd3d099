// Icons of the product: black SVGs in `:/icons/NAME.svg`, recoloured and rendered once per size, colour and
// scale.
#pragma once

#include <QColor>
#include <QIcon>
#include <QImage>
#include <QString>

#include <unordered_map>

class QPainter;
class QPointF;

namespace lanes {

// UI thread. Names are the file names without path and ending ("record"); an unknown name gives an empty
// image.
class Icons {
public:
    // Square, `size` logical pixels, with the device pixel ratio set. The reference lives until the next
    // call.
    const QImage& image(const QString& name, int size, const QColor& color, qreal dpr);
    void paint(QPainter& painter, const QPointF& at, const QString& name, int size, const QColor& color);
    // For QAction and buttons: normal, disabled and, where given, active colour, at 1x and 2x.
    [[nodiscard]] QIcon icon(const QString& name, const QColor& normal, const QColor& disabled,
                             int size = 16);

private:
    std::unordered_map<QString, QImage> cache_; // "name size colour scale"; some dozens, never cleared
};

} // namespace lanes
