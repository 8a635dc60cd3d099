// A table as text: for the clipboard and for a file.
#include "views/shared/look/Appearance.h"
#include "views/shared/table/DataTable.h"

#include <QStringList>

#include <utility>

namespace lanes {
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
            const TableCell cell = model_->cell(row, place.column, appearance_.theme());
            cells << (cell.note.isEmpty() ? cell.text : cell.text + QLatin1Char(' ') + cell.note);
        }
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n'));
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
