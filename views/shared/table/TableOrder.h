// Which rows of a model stand where: sorted by a column, and in trees only what is open.
#pragma once

#include "views/shared/table/TableModel.h"

#include <memory>
#include <unordered_set>
#include <vector>

namespace lanes {

// UI thread. Sorting is O(rows log rows).
class TableOrder {
public:
    void setModel(std::shared_ptr<const TableModel> model);
    void sort(int column, bool descending); // column -1: as the model has them
    [[nodiscard]] int column() const { return column_; }
    [[nodiscard]] bool descending() const { return descending_; }

    [[nodiscard]] int size() const { return static_cast<int>(visible_.size()); }
    [[nodiscard]] std::uint32_t rowAt(int position) const {
        return visible_[static_cast<std::size_t>(position)];
    }
    [[nodiscard]] int positionOf(std::uint32_t row) const; // -1: not in view; O(rows)

    [[nodiscard]] bool isTree() const { return tree_; }
    [[nodiscard]] int depth(std::uint32_t row) const { return tree_ ? depths_[row] : 0; }
    [[nodiscard]] bool hasChildren(std::uint32_t row) const {
        return tree_ && childBegin_[row] < childBegin_[row + 1];
    }
    [[nodiscard]] bool isOpen(std::uint32_t row) const;
    void setOpen(std::uint32_t row, bool open);
    // Opens whatever stands above a row.
    void bringIntoView(std::uint32_t row);
    // Rows of the first `levels` levels are open until the user closes them. Takes effect with the next model.
    void setOpenLevels(int levels) { openLevels_ = levels; }

private:
    void findChildren();
    void arrange();
    void append(std::uint32_t row);

    std::shared_ptr<const TableModel> model_;
    int column_ = -1;
    bool descending_ = true;
    bool tree_ = false;
    int openLevels_ = 1;
    std::vector<std::uint32_t> visible_;
    std::vector<std::uint32_t> top_;
    std::vector<int> depths_;
    std::vector<std::uint32_t> childBegin_; // row -> first in children_; one more entry than rows
    std::vector<std::uint32_t> children_;
    std::unordered_set<std::uint64_t> toggled_; // identities opened or closed by hand, against the default
};

} // namespace lanes
