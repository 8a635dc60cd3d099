#include "views/shared/table/TableOrder.h"

#include <algorithm>
#include <utility>

namespace lanes {

void TableOrder::take(SortedRows rows) {
    rows_ = std::move(rows);
    arrange();
}

void TableOrder::arrange() {
    visible_.clear();
    if (!rows_.tree) {
        visible_ = rows_.top;
        return;
    }
    for (const std::uint32_t row : rows_.top) {
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
            for (std::uint32_t i = rows_.childBegin[at + 1]; i-- > rows_.childBegin[at];) {
                waiting.push_back(rows_.children[i]);
            }
        }
    }
}

int TableOrder::positionOf(std::uint32_t row) const {
    const auto at = std::ranges::find(visible_, row);
    return at == visible_.end() ? -1 : static_cast<int>(at - visible_.begin());
}

bool TableOrder::isOpen(std::uint32_t row) const {
    const bool byHand = !toggled_.empty() && toggled_.contains(rows_.model->identity(row));
    return (depth(row) < openLevels_) != byHand;
}

void TableOrder::setOpen(std::uint32_t row, bool open) {
    if (!hasChildren(row) || isOpen(row) == open) {
        return;
    }
    const std::uint64_t identity = rows_.model->identity(row);
    if (toggled_.erase(identity) == 0) {
        toggled_.insert(identity);
    }
    arrange();
}

void TableOrder::bringIntoView(std::uint32_t row) {
    if (!rows_.tree) {
        return;
    }
    for (std::uint32_t up = rows_.model->parent(row); up < row; row = up, up = rows_.model->parent(up)) {
        setOpen(up, true);
    }
}

} // namespace lanes
