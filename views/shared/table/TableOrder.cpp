#include "views/shared/table/TableOrder.h"

#include <algorithm>
#include <numeric>

namespace lanes {

void TableOrder::setModel(std::shared_ptr<const TableModel> model) {
    model_ = std::move(model);
    findChildren();
    arrange();
}

void TableOrder::sort(int column, bool descending) {
    column_ = column;
    descending_ = descending;
    arrange();
}

void TableOrder::findChildren() {
    const std::uint32_t rows = model_ ? model_->rows() : 0;
    top_.clear();
    depths_.assign(rows, 0);
    childBegin_.assign(rows + 1, 0);
    for (std::uint32_t row = 0; row < rows; ++row) {
        const std::uint32_t parent = model_->parent(row);
        if (parent < row) {
            depths_[row] = depths_[parent] + 1;
            ++childBegin_[parent + 1];
        } else {
            top_.push_back(row);
        }
    }
    tree_ = top_.size() < rows;
    std::partial_sum(childBegin_.begin(), childBegin_.end(), childBegin_.begin());
    children_.resize(rows - top_.size());
    std::vector<std::uint32_t> next(childBegin_.begin(), childBegin_.end());
    for (std::uint32_t row = 0; row < rows; ++row) {
        if (const std::uint32_t parent = model_->parent(row); parent < row) {
            children_[next[parent]++] = row;
        }
    }
}

void TableOrder::arrange() {
    visible_.clear();
    if (!model_) {
        return;
    }
    const auto before = [this](std::uint32_t a, std::uint32_t b) {
        const int order = column_ < 0 ? 0 : model_->compare(a, b, column_);
        if (order != 0) {
            return descending_ ? order > 0 : order < 0;
        }
        return a < b;
    };
    std::ranges::sort(top_, before);
    for (std::uint32_t row = 0; tree_ && row < model_->rows(); ++row) {
        std::sort(children_.begin() + childBegin_[row], children_.begin() + childBegin_[row + 1], before);
    }
    for (const std::uint32_t row : top_) {
        append(row);
    }
}

// Depth is what a stack of nn.Modules or calls has: a few dozen, bounded by the model that was made of them.
void TableOrder::append(std::uint32_t row) {
    std::vector<std::uint32_t> waiting{row};
    while (!waiting.empty()) {
        const std::uint32_t at = waiting.back();
        waiting.pop_back();
        visible_.push_back(at);
        if (hasChildren(at) && isOpen(at)) {
            for (std::uint32_t i = childBegin_[at + 1]; i-- > childBegin_[at];) {
                waiting.push_back(children_[i]);
            }
        }
    }
}

int TableOrder::positionOf(std::uint32_t row) const {
    const auto at = std::ranges::find(visible_, row);
    return at == visible_.end() ? -1 : static_cast<int>(at - visible_.begin());
}

bool TableOrder::isOpen(std::uint32_t row) const {
    return (depths_[row] < openLevels_) != toggled_.contains(model_->identity(row));
}

void TableOrder::setOpen(std::uint32_t row, bool open) {
    if (!hasChildren(row) || isOpen(row) == open) {
        return;
    }
    const std::uint64_t identity = model_->identity(row);
    if (toggled_.erase(identity) == 0) {
        toggled_.insert(identity);
    }
    arrange();
}

void TableOrder::bringIntoView(std::uint32_t row) {
    for (std::uint32_t up = model_->parent(row); tree_ && up < row; row = up, up = model_->parent(up)) {
        setOpen(up, true);
    }
}

} // namespace lanes
