// Builds a layout of arguments with its rows.
#pragma once

#include "model/trace/args/ArgTable.h"

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace lanes {

// One thread.
class ArgLayoutBuilder {
public:
    explicit ArgLayoutBuilder(ArgLayout prototype)
        : layout_(std::move(prototype)) {}
    // Adds a row and returns its number. `cells` has one encoded cell per column; cells of Constant columns may hold
    // anything.
    std::uint32_t addRow(std::span<const std::int64_t> cells);
    [[nodiscard]] const ArgLayout& prototype() const { return layout_; }
    // The layout with all rows so far. Copies at most one unsealed block.
    [[nodiscard]] std::shared_ptr<const ArgLayout> snapshot() const;

private:
    ArgLayout layout_;
    std::vector<std::int64_t> pending_;
    std::uint32_t pendingRows_ = 0;
};

} // namespace lanes
