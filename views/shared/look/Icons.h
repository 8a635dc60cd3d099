// The icons of the product: black SVGs in `:/icons/NAME.svg`, recoloured, and rendered once per size, colour and scale.
#pragma once

#include <QColor>
#include <QIcon>
#include <QImage>
#include <QString>

#include <unordered_map>

class QPainter;
class QPointF;

namespace lanes {

// UI thread. Names are the file names without path and ending ("record"). An unknown name gives an empty image.
class Icons {
public:
    // A square image of `size` logical pixels, with its device pixel ratio set. The reference is valid until the next call.
    const QImage& image(const QString& name, int size, const QColor& color, qreal dpr);
    void paint(QPainter& painter, const QPointF& at, const QString& name, int size, const QColor& color);
    // For QAction and buttons, at 1x and 2x. It has a normal and a disabled colour.
    [[nodiscard]] QIcon icon(const QString& name, const QColor& normal, const QColor& disabled,
                             int size = 16);

private:
    std::unordered_map<QString, QImage> cache_; // key "name size colour scale"; some dozens, never cleared
};

} // namespace lanes
