#include "views/path/PathTable.h"

#include "views/shared/text/SliceLabel.h"
#include "views/shared/text/Text.h"

#include <utility>

namespace lanes {

std::shared_ptr<const PathTable> PathTable::make(std::shared_ptr<const report::FoundPath> found,
                                                 std::vector<PathRow> rows, PathBy by,
                                                 const QString& filter) {
    std::erase_if(rows, [&filter](const PathRow& row) {
        return !filter.isEmpty() && !toQString(row.name).contains(filter, Qt::CaseInsensitive);
    });
    return std::make_shared<const PathTable>(
        std::move(found), std::make_shared<const std::vector<PathRow>>(std::move(rows)), by);
}

PathTable::PathTable(std::shared_ptr<const report::FoundPath> found,
                     std::shared_ptr<const std::vector<PathRow>> rows, PathBy by)
    : ReportTable(report::pathTable(found, rows, by))
    , found_(std::move(found))
    , rows_(std::move(rows))
    , by_(by) {}

QString PathTable::kindText(std::uint32_t index) const {
    return row(index).kind ? reportText(report::pathKindWord(*row(index).kind).text) : QString();
}

QString PathTable::label(std::uint32_t index) const {
    const std::string& name = row(index).name;
    if (by_ == PathBy::Name && !name.empty()) {
        return frameLabel(name);
    }
    const QString shown = text(index, "name");
    return shown.isEmpty() ? reportText(report().column("name")->look.unknown) : shown;
}

TableCell PathTable::cell(std::uint32_t index, int column, const Theme& theme) const {
    TableCell cell = ReportTable::cell(index, column, theme);
    if (column == this->column("name") && by_ == PathBy::Name) {
        cell.text = label(index);
        cell.note = kindText(index);
    }
    return cell;
}

} // namespace lanes
