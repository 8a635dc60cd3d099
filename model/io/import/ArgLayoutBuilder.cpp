#include "model/io/import/ArgLayoutBuilder.h"

#include <cassert>

namespace lanes {

std::uint32_t ArgLayoutBuilder::addRow(std::span<const std::int64_t> cells) {
    assert(cells.size() == layout_.columns.size());
    pending_.insert(pending_.end(), cells.begin(), cells.end());
    if (++pendingRows_ == ArgBlock::kRows) {
        layout_.blocks.push_back(ArgBlock::seal(pending_.data(), pendingRows_,
                                                static_cast<std::uint32_t>(layout_.columns.size())));
        pending_.clear();
        pendingRows_ = 0;
    }
    return layout_.rows++;
}

std::shared_ptr<const ArgLayout> ArgLayoutBuilder::snapshot() const {
    auto copy = std::make_shared<ArgLayout>(layout_);
    if (pendingRows_ > 0) {
        copy->blocks.push_back(ArgBlock::seal(pending_.data(), pendingRows_,
                                              static_cast<std::uint32_t>(layout_.columns.size())));
    }
    return copy;
}

} // namespace lanes
