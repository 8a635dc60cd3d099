// Maps positions on screen to rows of a model: sorted, and in trees only what is open.
#pragma once

#include "views/shared/table/TableSort.h"

#include <unordered_set>
#include <utility>
#include <vector>

namespace lanes {

// UI thread. The costs depend on the number of open rows.
class TableOrder {
public:
    void take(SortedRows rows);
    [[nodiscard]] int column() const { return rows_.by.column; }
    [[nodiscard]] bool descending() const { return rows_.by.descending; }

    [[nodiscard]] int size() const { return static_cast<int>(visible_.size()); }
    [[nodiscard]] std::uint32_t rowAt(int position) const {
        return visible_[static_cast<std::size_t>(position)];
    }
    [[nodiscard]] int positionOf(std::uint32_t row) const; // -1: below a closed row; O(rows)

    [[nodiscard]] bool isTree() const { return rows_.tree; }
    [[nodiscard]] int depth(std::uint32_t row) const { return rows_.tree ? rows_.depths[row] : 0; }
    [[nodiscard]] bool hasChildren(std::uint32_t row) const {
        return rows_.tree && rows_.childBegin[row] < rows_.childBegin[row + 1];
    }
    [[nodiscard]] bool isOpen(std::uint32_t row) const;
    void setOpen(std::uint32_t row, bool open);
    // Opens all rows above a row.
    void bringIntoView(std::uint32_t row);
    // Rows of the first `levels` levels are open until the user closes them. Takes effect with the next take().
    void setOpenLevels(int levels) { openLevels_ = levels; }

private:
    void arrange();
    void append(std::uint32_t row);

    SortedRows rows_;
    int openLevels_ = 1;
    std::vector<std::uint32_t> visible_;
    // Identities of rows that the user opened or closed, against the default of setOpenLevels().
    std::unordered_set<std::uint64_t> toggled_;
};

} // namespace lanes
