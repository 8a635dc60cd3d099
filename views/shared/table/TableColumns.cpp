#include "views/shared/table/TableColumns.h"

#include <algorithm>

namespace lanes {

void TableColumns::set(std::vector<TableColumn> columns) {
    columns_ = std::move(columns);
    arrangement_.columns.clear();
    arrangement_.columns.resize(columns_.size());
}

bool TableColumns::arrange(const TableArrangement& arrangement) {
    if (arrangement.columns.size() != columns_.size()) {
        return false;
    }
    arrangement_ = arrangement;
    return true;
}

bool TableColumns::setShown(int column, bool shown) {
    if (isShown(column) == shown || (!shown && shownCount() == 1)) {
        return false;
    }
    arrangement_.columns[static_cast<std::size_t>(column)].shown = shown;
    return true;
}

void TableColumns::switchScale(int column) {
    bool& root = arrangement_.columns[static_cast<std::size_t>(column)].squareRoot;
    root = !root;
}

void TableColumns::setWidth(int column, int width) {
    arrangement_.columns[static_cast<std::size_t>(column)].width = width;
}

bool TableColumns::isShown(int column) const {
    return std::ranges::find(layout_.places, column, &TableLayout::Place::column) != layout_.places.end();
}

} // namespace lanes
