#include "views/shared/table/TableHeader.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/table/CellPainter.h"

#include <QContextMenuEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lanes {
namespace {

constexpr int kGrip = 4;       // px on either side of an edge where it can be dragged
constexpr int kNarrowest = 40; // px at 100 %

} // namespace

TableHeader::TableHeader(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance) {
    setMouseTracking(true);
}

void TableHeader::setContent(const Content& content) {
    content_ = content;
    update();
}

QRectF TableHeader::boxOf(const TableLayout::Place& place) const {
    return {qreal(place.x - content_.offset), 0, qreal(place.width), qreal(height())};
}

const TableLayout::Place* TableHeader::edgeAt(int x) const {
    for (const TableLayout::Place& place : content_.layout->places) {
        if (std::abs(boxOf(place).right() - x) <= kGrip) {
            return &place;
        }
    }
    return nullptr;
}

void TableHeader::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    painter.fillRect(rect(), theme.raised);
    if (content_.layout == nullptr) {
        return;
    }
    for (const TableLayout::Place& place : content_.layout->places) {
        const TableColumn& column = (*content_.columns)[static_cast<std::size_t>(place.column)];
        HeadStyle style;
        style.number = column.number;
        style.sorted = place.column == content_.sorted;
        style.descending = content_.descending;
        style.bar = column.bar;
        style.squareRoot = content_.arrangement->columns[static_cast<std::size_t>(place.column)].squareRoot;
        style.hovered = place.column == hovered_;
        style.indent = &place == &content_.layout->places.front() ? content_.firstIndent : 0;
        paintHead(painter, appearance_, boxOf(place), column.title, style);
    }
    const qreal line = hairline(devicePixelRatioF());
    horizontalLine(painter, 0, height() - line, width(), theme.line2);
}

void TableHeader::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || content_.layout == nullptr) {
        return;
    }
    const int x = event->pos().x();
    if (const TableLayout::Place* edge = edgeAt(x)) {
        drag_ = Drag{edge->column, static_cast<int>(boxOf(*edge).left())};
        return;
    }
    const TableLayout::Place* place = content_.layout->at(x + content_.offset);
    if (place == nullptr) {
        return;
    }
    const bool hasBar = (*content_.columns)[static_cast<std::size_t>(place->column)].bar;
    if (hasBar && scaleBox(appearance_, boxOf(*place)).contains(event->position())) {
        Q_EMIT scaleRequested(place->column);
    } else {
        Q_EMIT sortRequested(place->column);
    }
}

void TableHeader::mouseMoveEvent(QMouseEvent* event) {
    if (content_.layout == nullptr) {
        return;
    }
    const int x = event->pos().x();
    if (drag_) {
        const auto width = static_cast<int>(std::lround((x - drag_->left) / appearance_.fonts().scale()));
        Q_EMIT widthRequested(drag_->column, std::clamp(width, kNarrowest, kTableWidest));
        return;
    }
    setCursor(edgeAt(x) != nullptr ? Qt::SplitHCursor : Qt::ArrowCursor);
    const TableLayout::Place* place = content_.layout->at(x + content_.offset);
    const int column = place != nullptr ? place->column : -1;
    if (column != hovered_) {
        hovered_ = column;
        setToolTip(column < 0 ? QString() : (*content_.columns)[static_cast<std::size_t>(column)].tip);
        update();
    }
}

void TableHeader::mouseReleaseEvent(QMouseEvent*) {
    drag_.reset();
}

void TableHeader::leaveEvent(QEvent*) {
    hovered_ = -1;
    update();
}

void TableHeader::contextMenuEvent(QContextMenuEvent* event) {
    Q_EMIT menuRequested(event->globalPos());
}

} // namespace lanes
