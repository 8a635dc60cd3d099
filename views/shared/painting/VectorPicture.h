// A picture made of shapes that stay sharp in any size. It is independent of the output: SVG or printed pages.
#pragma once

#include "views/shared/look/Fonts.h"

#include <QByteArray>
#include <QColor>
#include <QPainterPath>
#include <QRectF>
#include <QSizeF>
#include <QString>

#include <utility>
#include <vector>

class QPainter;

namespace lanes {

struct VectorShape {
    enum class Kind : std::uint8_t {
        Rect,
        Text, // its baseline begins at the box's top left corner
        Box,  // a rectangle with a text that is cut to fit
        Path,
    };
    Kind kind = Kind::Rect;
    QRectF box;
    QColor fill; // of a text: the colour of its letters
    QColor ink;  // of a box: its text; of a path: its line
    QString text;
    QString title; // the whole name, as the tooltip of the shape; empty: none
    int size = Fonts::kBody;
    int weight = 400;
    QPainterPath path;
};

// A value type: any thread may write to its own copy.
class VectorPicture {
public:
    explicit VectorPicture(const QSizeF& size = {})
        : size_(size) {}

    void add(VectorShape shape) { shapes_.push_back(std::move(shape)); }
    void addRect(const QRectF& box, const QColor& fill) { add({.box = box, .fill = fill}); }
    void addText(const QPointF& at, const QString& text, const QColor& ink, int size, int weight);
    // Names a height at which a page may end. A page ends elsewhere only where one row is higher than a page.
    void addBreak(qreal y) { breaks_.push_back(y); }
    // Shapes added from now on form the head, `height` high, which is repeated at the top of each page.
    void beginHead(qreal height);

    [[nodiscard]] bool isEmpty() const { return shapes_.empty(); }
    [[nodiscard]] const QSizeF& size() const { return size_; }
    [[nodiscard]] QByteArray svg() const;
    // Splits the picture into pages as wide as the picture and at most `height` high. Returns for each page the range of y that
    // it shows below the head.
    [[nodiscard]] std::vector<std::pair<qreal, qreal>> pages(qreal height) const;
    void paintPage(QPainter& painter, const std::pair<qreal, qreal>& page) const;

private:
    QSizeF size_;
    std::vector<VectorShape> shapes_;
    std::vector<qreal> breaks_;
    std::size_t headFrom_ = static_cast<std::size_t>(-1); // index of the first shape of the head
    qreal headHeight_ = 0;
};

} // namespace lanes
