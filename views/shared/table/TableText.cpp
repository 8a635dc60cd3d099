// A table as text: for the clipboard, for a file and for screen readers.
#include "views/shared/look/Appearance.h"
#include "views/shared/table/DataTable.h"

#include <QScrollBar>
#include <QStringList>

#include <utility>

namespace lanes {
namespace {

QString textOf(const TableCell& cell) {
    return cell.note.isEmpty() ? cell.text : cell.text + QLatin1Char(' ') + cell.note;
}

} // namespace

QString DataTable::asText(const std::vector<std::uint32_t>& rows) const {
    QStringList lines;
    QStringList heads;
    for (const TableLayout::Place& place : layout_.places) {
        heads << columns_[static_cast<std::size_t>(place.column)].title;
    }
    lines << heads.join(QLatin1Char('\t'));
    for (const std::uint32_t row : rows) {
        QStringList cells;
        for (const TableLayout::Place& place : layout_.places) {
            cells << textOf(model_->cell(row, place.column, appearance_.theme()));
        }
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n'));
}

int DataTable::columnAt(int place) const {
    return layout_.places[static_cast<std::size_t>(place)].column;
}

// What is only drawn (a sign, a bar about zero) is said as it is exported.
QString DataTable::cellText(int position, int place) const {
    const std::uint32_t row = order_.rowAt(position);
    const QString text = textOf(model_->cell(row, columnAt(place), appearance_.theme()));
    return text.isEmpty() ? model_->exact(row, columnAt(place)) : text;
}

QRect DataTable::cellBox(int position, int place) const {
    const TableLayout::Place& at = layout_.places[static_cast<std::size_t>(place)];
    const int x = at.x - horizontalScrollBar()->value();
    if (position < 0) {
        return QRect(x, 0, at.width, headHeight()) & rect();
    }
    const QRect row = rowBox(position).toRect();
    return QRect(x, row.top(), at.width, row.height()).translated(viewport()->pos()) & viewport()->geometry();
}

int DataTable::positionUnder(const QPoint& at) const {
    return positionAt(at.y() - viewport()->y());
}

std::optional<bool> DataTable::isOpen(int position) const {
    const std::uint32_t row = order_.rowAt(position);
    return order_.hasChildren(row) ? std::optional(order_.isOpen(row)) : std::nullopt;
}

TableCsv DataTable::csv() const {
    std::vector<std::uint32_t> rows(static_cast<std::size_t>(order_.size()));
    for (int position = 0; position < order_.size(); ++position) {
        rows[static_cast<std::size_t>(position)] = order_.rowAt(position);
    }
    QStringList keys;
    for (const TableColumn& column : columns_) {
        keys << column.key;
    }
    return {std::move(keys), model_, std::move(rows)};
}

TablePages DataTable::pages() const {
    return {columns_, arrangement_, model_, order_};
}

} // namespace lanes
