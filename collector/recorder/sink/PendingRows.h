// The arguments of events that are not written yet.
#pragma once

#include "model/session/writing/RowEncoder.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace lanes::recorder {

class PendingRows : public session::CellSource {
public:
    // Adds a row of cells and returns its number.
    std::uint32_t add(std::span<const std::int64_t> cells) {
        begins_.push_back(cells_.size());
        cells_.insert(cells_.end(), cells.begin(), cells.end());
        return static_cast<std::uint32_t>(begins_.size() - 1);
    }
    [[nodiscard]] std::span<const std::int64_t> row(std::uint32_t row) const {
        const std::size_t end = row + 1 < begins_.size() ? begins_[row + 1] : cells_.size();
        return std::span(cells_).subspan(begins_[row], end - begins_[row]);
    }

    // Returns the cells of all rows.
    [[nodiscard]] std::span<const std::int64_t> all() const { return cells_; }

    void set(std::uint32_t row, std::size_t column, std::int64_t cell) {
        cells_[begins_[row] + column] = cell;
    }

    void cells(LayoutId /*layout*/, std::uint32_t row, std::span<std::int64_t> out) const override {
        const std::span<const std::int64_t> rest = std::span(cells_).subspan(begins_[row]);
        std::copy_n(rest.begin(), std::min(out.size(), rest.size()), out.begin());
    }

private:
    std::vector<std::size_t> begins_;
    std::vector<std::int64_t> cells_;
};

} // namespace lanes::recorder
