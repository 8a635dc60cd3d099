#include "views/shared/table/TableText.h"

#include <QStringList>

#include <utility>

namespace lanes {
namespace {

QString shownText(const TableCell& cell) {
    return cell.note.isEmpty() ? cell.text : cell.text + QLatin1Char(' ') + cell.note;
}

} // namespace

QString cellText(const TableModel& model, std::uint32_t row, int column, const Theme& theme) {
    const QString text = shownText(model.cell(row, column, theme));
    return text.isEmpty() ? model.exact(row, column) : text;
}

QString rowsText(const TableColumns& columns, const TableModel& model, const std::vector<std::uint32_t>& rows,
                 const Theme& theme) {
    QStringList lines;
    QStringList heads;
    for (const TableLayout::Place& place : columns.layout().places) {
        heads << columns[place.column].title;
    }
    lines << heads.join(QLatin1Char('\t'));
    for (const std::uint32_t row : rows) {
        QStringList cells;
        for (const TableLayout::Place& place : columns.layout().places) {
            cells << shownText(model.cell(row, place.column, theme));
        }
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n'));
}

TableCsv csvOf(const TableColumns& columns, std::shared_ptr<const TableModel> model,
               const TableOrder& order) {
    std::vector<std::uint32_t> rows(static_cast<std::size_t>(order.size()));
    for (int position = 0; position < order.size(); ++position) {
        rows[static_cast<std::size_t>(position)] = order.rowAt(position);
    }
    QStringList keys;
    for (const TableColumn& column : columns.all()) {
        keys << column.key;
    }
    return {std::move(keys), std::move(model), std::move(rows)};
}

} // namespace lanes
