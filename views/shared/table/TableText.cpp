// A table as text: for the clipboard and as comma-separated values.
#include "views/shared/Appearance.h"
#include "views/shared/table/DataTable.h"

#include <QStringList>

namespace lanes {
namespace {

QString quoted(const QString& text) {
    const bool plain = !text.contains(QLatin1Char(',')) && !text.contains(QLatin1Char('"')) &&
                       !text.contains(QLatin1Char('\n')) && !text.contains(QLatin1Char('\r'));
    if (plain) {
        return text;
    }
    QString inner = text;
    return QLatin1Char('"') + inner.replace(QLatin1Char('"'), QLatin1String("\"\"")) + QLatin1Char('"');
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
            const TableCell cell = model_->cell(row, place.column, appearance_.theme());
            cells << (cell.note.isEmpty() ? cell.text : cell.text + QLatin1Char(' ') + cell.note);
        }
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n'));
}

QString DataTable::asCsv() const {
    QString text;
    QStringList cells;
    for (const TableColumn& column : columns_) {
        cells << quoted(column.key);
    }
    text += cells.join(QLatin1Char(',')) + QLatin1Char('\n');
    for (int position = 0; position < order_.size(); ++position) {
        cells.clear();
        for (int column = 0; column < static_cast<int>(columns_.size()); ++column) {
            cells << quoted(model_->exact(order_.rowAt(position), column));
        }
        text += cells.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return text;
}

} // namespace lanes
