// The columns of a table: their description, the user's arrangement of them, and the resulting positions.
#pragma once

#include "views/shared/table/TableLayout.h"

#include <utility>
#include <vector>

namespace lanes {

// Call layOut() after any change.
class TableColumns {
public:
    void set(std::vector<TableColumn> columns);
    [[nodiscard]] const std::vector<TableColumn>& all() const { return columns_; }
    [[nodiscard]] const TableColumn& operator[](int column) const {
        return columns_[static_cast<std::size_t>(column)];
    }

    [[nodiscard]] const TableArrangement& arrangement() const { return arrangement_; }
    [[nodiscard]] bool squareRoot(int column) const {
        return arrangement_.columns[static_cast<std::size_t>(column)].squareRoot;
    }
    // Both return false if they change nothing. arrange() rejects an arrangement of other columns. setShown() does nothing if
    // the column is already so, or if the last shown column would be hidden.
    bool arrange(const TableArrangement& arrangement);
    bool setShown(int column, bool shown);
    void switchScale(int column);
    void setWidth(int column, int width); // px at 100 %

    void layOut(int width, double scale) { layout_ = layoutOf(columns_, arrangement_, width, scale); }
    [[nodiscard]] const TableLayout& layout() const { return layout_; }
    [[nodiscard]] int shownCount() const { return static_cast<int>(layout_.places.size()); }
    [[nodiscard]] bool isShown(int column) const;
    [[nodiscard]] const TableLayout::Place& place(int fromLeft) const {
        return layout_.places[static_cast<std::size_t>(fromLeft)];
    }

private:
    std::vector<TableColumn> columns_;
    TableArrangement arrangement_;
    TableLayout layout_;
};

} // namespace lanes
