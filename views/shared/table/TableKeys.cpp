#include "views/shared/table/TableKeys.h"

#include <QKeyEvent>

#include <algorithm>

namespace lanes {

using Kind = TableMove::Kind;

TableMove TableKeys::moveOf(const QKeyEvent& key) const {
    const bool any = current != TableModel::kNone;
    if (key.matches(QKeySequence::Copy)) {
        return {any ? Kind::Copy : Kind::Stay};
    }
    if (any && (key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter)) {
        return {Kind::Activate};
    }
    if (const TableMove move = rowMove(key.key()); move.kind != Kind::None) {
        return move;
    }
    const TableMove move = treeMove(key.key());
    return move.kind != Kind::None ? move : sortMove(key.text());
}

TableMove TableKeys::rowMove(int key) const {
    const int position = order.positionOf(current);
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
        target = order.size() - 1;
        break;
    default:
        return {};
    }
    target = std::clamp(target, 0, std::max(0, order.size() - 1));
    return target != position ? TableMove{Kind::Choose, target} : TableMove{Kind::Stay};
}

TableMove TableKeys::treeMove(int key) const {
    if (key == Qt::Key_Space && order.hasChildren(current)) {
        return {order.isOpen(current) ? Kind::Close : Kind::Open};
    }
    return key == Qt::Key_Left || key == Qt::Key_Right ? sideMove(key == Qt::Key_Right) : TableMove{};
}

TableMove TableKeys::sideMove(bool right) const {
    if (!order.isTree() || current == TableModel::kNone) {
        return {Kind::Scroll, right ? 1 : -1};
    }
    if (order.hasChildren(current) && order.isOpen(current) != right) {
        return {right ? Kind::Open : Kind::Close};
    }
    if (right) {
        return order.hasChildren(current) ? TableMove{Kind::Choose, order.positionOf(current) + 1}
                                          : TableMove{Kind::Stay};
    }
    return {Kind::Choose, order.positionOf(model->parent(current))};
}

TableMove TableKeys::sortMove(const QString& text) const {
    if (text == QLatin1String("=")) {
        return {Kind::TurnOrder};
    }
    const bool right = text == QLatin1String(">");
    if (!right && text != QLatin1String("<")) {
        return {};
    }
    const std::vector<TableLayout::Place>& places = columns.layout().places;
    const auto at = std::ranges::find(places, sorted, &TableLayout::Place::column);
    const std::ptrdiff_t next = at - places.begin() + (right ? 1 : -1);
    if (next < 0 || next >= static_cast<std::ptrdiff_t>(places.size())) {
        return {Kind::Stay};
    }
    return {Kind::Sort, places[static_cast<std::size_t>(next)].column};
}

} // namespace lanes
