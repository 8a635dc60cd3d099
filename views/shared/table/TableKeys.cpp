// A table without a mouse.
#include "views/shared/table/DataTable.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>

namespace lanes {

bool DataTable::moveBy(int key) {
    const int page = std::max(1, viewport()->height() / rowHeight() - 1);
    const int position = currentPosition();
    int target = position;
    switch (key) {
    case Qt::Key_Up:
        target = position - 1;
        break;
    case Qt::Key_Down:
        target = position + 1;
        break;
    case Qt::Key_PageUp:
        target = position - page;
        break;
    case Qt::Key_PageDown:
        target = position + page;
        break;
    case Qt::Key_Home:
        target = 0;
        break;
    case Qt::Key_End:
        target = order_.size() - 1;
        break;
    default:
        return false;
    }
    target = std::clamp(target, 0, std::max(0, order_.size() - 1));
    if (target != position) {
        choose(target);
    }
    return true;
}

bool DataTable::treeKey(int key) {
    if (key == Qt::Key_Space && order_.hasChildren(current_)) {
        toggle(current_, !order_.isOpen(current_));
        return true;
    }
    if (key != Qt::Key_Left && key != Qt::Key_Right) {
        return false;
    }
    const bool right = key == Qt::Key_Right;
    if (!order_.isTree() || current_ == TableModel::kNone) {
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() +
                                        (right ? 1 : -1) * horizontalScrollBar()->singleStep());
    } else if (order_.hasChildren(current_) && order_.isOpen(current_) != right) {
        toggle(current_, right);
    } else if (right && order_.hasChildren(current_)) {
        choose(currentPosition() + 1);
    } else if (!right) {
        choose(order_.positionOf(model_->parent(current_)));
    }
    return true;
}

bool DataTable::sortKey(const QString& text) {
    if (text == QLatin1String("=")) {
        sortBy(by_.column, !by_.descending);
        return true;
    }
    if (text != QLatin1String("<") && text != QLatin1String(">")) {
        return false;
    }
    const auto at = std::ranges::find(layout_.places, by_.column, &TableLayout::Place::column);
    const auto count = static_cast<std::ptrdiff_t>(layout_.places.size());
    const std::ptrdiff_t next = at - layout_.places.begin() + (text == QLatin1String(">") ? 1 : -1);
    if (next >= 0 && next < count) {
        sortByClick(layout_.places[static_cast<std::size_t>(next)].column);
    }
    return true;
}

void DataTable::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) {
        if (current_ != TableModel::kNone) {
            QGuiApplication::clipboard()->setText(asText({current_}));
        }
        return;
    }
    const int key = event->key();
    if ((key == Qt::Key_Return || key == Qt::Key_Enter) && current_ != TableModel::kNone) {
        Q_EMIT activated(current_);
        return;
    }
    if (!moveBy(key) && !treeKey(key) && !sortKey(event->text())) {
        event->ignore();
    }
}

} // namespace lanes
