#include "views/shared/painting/VectorPicture.h"

#include "views/shared/painting/TextLine.h"

#include <QPainter>
#include <QTextStream>

#include <algorithm>

namespace lanes {
namespace {

constexpr qreal kBoxTextLeft = 4;
constexpr qreal kBoxTextRight = 3;

QString pathData(const QPainterPath& path) {
    QString data;
    QTextStream out(&data);
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element& element = path.elementAt(i);
        out << (element.isMoveTo() ? 'M' : 'L') << element.x << ' ' << element.y;
    }
    out << 'Z';
    return data;
}

QString titleOf(const VectorShape& shape) {
    return shape.title.isEmpty() ? QString()
                                 : QStringLiteral("<title>%1</title>").arg(shape.title.toHtmlEscaped());
}

void writeRect(QTextStream& out, const QRectF& box, const QColor& fill) {
    out << "<rect x=\"" << box.x() << "\" y=\"" << box.y() << "\" width=\"" << box.width() << "\" height=\""
        << box.height() << "\" fill=\"" << fill.name() << "\"/>\n";
}

void writeText(QTextStream& out, const QPointF& at, const VectorShape& shape, const QColor& ink) {
    out << "<text x=\"" << at.x() << "\" y=\"" << at.y() << "\" fill=\"" << ink.name() << "\" font-size=\""
        << shape.size << "\" font-weight=\"" << shape.weight << "\">" << shape.text.toHtmlEscaped()
        << "</text>\n";
}

void writeShape(QTextStream& out, const VectorShape& shape) {
    const QRectF& box = shape.box;
    switch (shape.kind) {
    case VectorShape::Kind::Rect:
        writeRect(out, box, shape.fill);
        break;
    case VectorShape::Kind::Text:
        writeText(out, box.topLeft(), shape, shape.fill);
        break;
    case VectorShape::Kind::Box:
        // a picture of its own cuts the text and carries the whole name
        out << "<svg x=\"" << box.x() << "\" y=\"" << box.y() << "\" width=\"" << box.width()
            << "\" height=\"" << box.height() << "\">" << titleOf(shape);
        writeRect(out, {0, 0, box.width(), box.height()}, shape.fill);
        if (!shape.text.isEmpty()) {
            writeText(out, {kBoxTextLeft, (box.height() + shape.size * .75) / 2}, shape, shape.ink);
        }
        out << "</svg>\n";
        break;
    case VectorShape::Kind::Path:
        out << "<path d=\"" << pathData(shape.path) << "\" fill=\"" << shape.fill.name()
            << "\" fill-opacity=\"" << shape.fill.alphaF() << "\" stroke=\"" << shape.ink.name() << "\">"
            << titleOf(shape) << "</path>\n";
        break;
    }
}

void paintShape(QPainter& painter, const VectorShape& shape, const Fonts& fonts) {
    switch (shape.kind) {
    case VectorShape::Kind::Rect:
        painter.fillRect(shape.box, shape.fill);
        break;
    case VectorShape::Kind::Text:
        painter.setFont(fonts.sans(shape.size, shape.weight));
        painter.setPen(shape.fill);
        painter.drawText(shape.box.topLeft(), shape.text);
        break;
    case VectorShape::Kind::Box:
        painter.fillRect(shape.box, shape.fill);
        if (!shape.text.isEmpty()) {
            drawTextLine(painter, shape.box.adjusted(kBoxTextLeft, 0, -kBoxTextRight, 0), shape.text,
                         fonts.sans(shape.size, shape.weight), shape.ink);
        }
        break;
    case VectorShape::Kind::Path:
        painter.setPen(QPen(shape.ink, 1));
        painter.setBrush(shape.fill);
        painter.drawPath(shape.path);
        break;
    }
}

QRectF extentOf(const VectorShape& shape) {
    return shape.kind == VectorShape::Kind::Path ? shape.path.controlPointRect() : shape.box;
}

} // namespace

void VectorPicture::addText(const QPointF& at, const QString& text, const QColor& ink, int size, int weight) {
    add({.kind = VectorShape::Kind::Text,
         .box = {at, QSizeF()},
         .fill = ink,
         .text = text,
         .size = size,
         .weight = weight});
}

void VectorPicture::beginHead(qreal height) {
    headFrom_ = shapes_.size();
    headHeight_ = height;
}

QByteArray VectorPicture::svg() const {
    QString text;
    QTextStream out(&text);
    out << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << size_.width() << "\" height=\""
        << size_.height()
        << "\" font-family=\"Lanescope Sans, Inter, sans-serif\" shape-rendering=\"crispEdges\">\n";
    for (const VectorShape& shape : shapes_) {
        writeShape(out, shape);
    }
    out << "</svg>\n";
    out.flush();
    return text.toUtf8();
}

std::vector<std::pair<qreal, qreal>> VectorPicture::pages(qreal height) const {
    const qreal room = std::max<qreal>(1, height - headHeight_);
    std::vector<std::pair<qreal, qreal>> pages;
    for (qreal from = headHeight_; from < size_.height();) {
        qreal until = std::min(size_.height(), from + room);
        if (until < size_.height()) {
            // the last place below which nothing is torn; a row that is higher than a page has to be
            qreal whole = from;
            for (const qreal y : breaks_) {
                whole = y > whole && y <= until ? y : whole;
            }
            until = whole > from ? whole : until;
        }
        pages.emplace_back(from, until);
        from = until;
    }
    return pages;
}

void VectorPicture::paintPage(QPainter& painter, const std::pair<qreal, qreal>& page) const {
    const Fonts fonts;
    const QRectF part(0, page.first, size_.width(), page.second - page.first);
    painter.save();
    painter.translate(0, headHeight_ - page.first);
    painter.setClipRect(part);
    for (std::size_t i = 0; i < std::min(headFrom_, shapes_.size()); ++i) {
        const QRectF extent = extentOf(shapes_[i]);
        if (extent.bottom() >= part.top() && extent.top() <= part.bottom()) {
            paintShape(painter, shapes_[i], fonts);
        }
    }
    painter.restore();
    painter.save();
    painter.setClipRect(QRectF(0, 0, size_.width(), headHeight_));
    for (std::size_t i = std::min(headFrom_, shapes_.size()); i < shapes_.size(); ++i) {
        paintShape(painter, shapes_[i], fonts);
    }
    painter.restore();
}

} // namespace lanes
