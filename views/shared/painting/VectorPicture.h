// A picture in shapes that stay sharp in any size, apart from what it is written as: scalable graphics, pages of paper.
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
        Box,  // a rectangle with a text in it that is cut to it
        Path,
    };
    Kind kind = Kind::Rect;
    QRectF box;
    QColor fill; // of a text: its ink
    QColor ink;  // of a box's text, of a path's line
    QString text;
    QString title; // the whole name, for who points at it; empty: none
    int size = Fonts::kBody;
    int weight = 400;
    QPainterPath path;
};

// A value: any thread may write it.
class VectorPicture {
public:
    explicit VectorPicture(const QSizeF& size = {})
        : size_(size) {}

    void add(VectorShape shape) { shapes_.push_back(std::move(shape)); }
    void addRect(const QRectF& box, const QColor& fill) { add({.box = box, .fill = fill}); }
    void addText(const QPointF& at, const QString& text, const QColor& ink, int size, int weight);
    // Pages may end at this height, and at none that has not been named unless they must.
    void addBreak(qreal y) { breaks_.push_back(y); }
    // What is added from now on stands at the top of each page, `height` high.
    void beginHead(qreal height);

    [[nodiscard]] bool isEmpty() const { return shapes_.empty(); }
    [[nodiscard]] const QSizeF& size() const { return size_; }
    [[nodiscard]] QByteArray svg() const;
    // As wide as the picture, at most `height` high: from where to where each page goes below the head.
    [[nodiscard]] std::vector<std::pair<qreal, qreal>> pages(qreal height) const;
    void paintPage(QPainter& painter, const std::pair<qreal, qreal>& page) const;

private:
    QSizeF size_;
    std::vector<VectorShape> shapes_;
    std::vector<qreal> breaks_;
    std::size_t headFrom_ = static_cast<std::size_t>(-1); // index of the head's first shape
    qreal headHeight_ = 0;
};

} // namespace lanes
