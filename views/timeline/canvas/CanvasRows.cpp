// Leading rows by keyboard: Tab walks over them, and a ring says where it stands.
#include "views/shared/look/Shapes.h"
#include "views/timeline/canvas/RowWalk.h"
#include "views/timeline/canvas/TimelineCanvas.h"

#include <QFocusEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace lanes {

// Behind the last row the focus goes on to the next part of the window.
bool TimelineCanvas::focusNextPrevChild(bool next) {
    const int row = list_ ? rowBeside(*list_, ledRow(), next) : -1;
    leadRow(row);
    return row >= 0 || QWidget::focusNextPrevChild(next);
}

void TimelineCanvas::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    const bool forward = event->reason() == Qt::TabFocusReason;
    if (list_ && (forward || event->reason() == Qt::BacktabFocusReason)) {
        leadRow(headers_.focused >= 0 && placeOf(*list_, headers_.focused) != nullptr
                    ? headers_.focused
                    : rowBeside(*list_, -1, forward));
    }
}

void TimelineCanvas::leadRow(int row) {
    const int before = ledRow();
    headers_.led = row >= 0;
    if (row >= 0) {
        headers_.focused = row;
        scrollToRow(row);
    }
    if (ledRow() != before) {
        describeSelection();
        repaintRows();
        Q_EMIT ledRowChanged();
    }
}

SliceId TimelineCanvas::firstInLedRow() const {
    return list_ ? firstInView(*list_, ledRow()) : SliceId();
}

std::optional<Spot> TimelineCanvas::firstInstantInLedRow() const {
    const DrawRow* place = list_ ? placeOf(*list_, ledRow()) : nullptr;
    if (place == nullptr || place->instants.empty()) {
        return std::nullopt;
    }
    const TimelineRows& rows = *list_->request.rows;
    return spotOf(rows, rows.rows()[static_cast<std::size_t>(place->row)],
                  place->instants.front().mark.first);
}

void TimelineCanvas::scrollToRow(int row) {
    const DrawRow* place = list_ ? placeOf(*list_, row) : nullptr;
    if (place == nullptr || place->pinned) {
        return;
    }
    const int room = picture_.geometry().rowsHeight() - list_->pinnedHeight;
    const int lowest = place->y;                       // the row's top at the upper edge
    const int least = place->y + place->height - room; // its bottom at the lower one
    const int to = std::clamp(scroll_, std::min(least, lowest), lowest);
    scrollBy(static_cast<int>((to - scroll_) / picture_.metrics().dpr));
}

void TimelineCanvas::paintLedRow(QPainter& painter) const {
    const DrawRow* place = list_ ? placeOf(*list_, ledRow()) : nullptr;
    if (place == nullptr) {
        return;
    }
    const TimelineGeometry& geometry = picture_.geometry();
    const int top = geometry.ruler + list_->screenTop(*place, scroll_);
    const int above = geometry.ruler + (place->pinned ? 0 : list_->pinnedHeight);
    painter.save();
    painter.setClipRect(QRect(0, above, geometry.width, geometry.height - above));
    strokeRounded(painter, QRectF(0, top, geometry.width, place->height), picture_.metrics().px(3),
                  appearance_.theme().accent, picture_.metrics().px(2));
    painter.restore();
}

} // namespace lanes
