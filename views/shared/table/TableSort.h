// The rows of a model in the order of a column; in trees those that stand under the same row among themselves.
#pragma once

#include "views/shared/table/TableModel.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace lanes {

// What a table is sorted by, and the row that is to stay its current one: its TableModel::identity().
struct TableSort {
    int column = -1; // as the model has them
    bool descending = true;
    std::optional<std::uint64_t> current;
    friend bool operator==(const TableSort&, const TableSort&) = default;
};

// Immutable once made; any thread.
struct SortedRows {
    std::shared_ptr<const TableModel> model;
    TableSort by;
    bool tree = false;
    std::vector<std::uint32_t> top;
    // Of trees; row -> its first in `children`, one more entry than rows.
    std::vector<int> depths;
    std::vector<std::uint32_t> childBegin;
    std::vector<std::uint32_t> children;
    std::uint32_t current =
        TableModel::kNone; // the row that by.current means; none where the model has it not
};

// O(rows log rows); without a column O(rows). Unfinished where asked to stop. `model` may be null.
[[nodiscard]] SortedRows sortedRows(std::shared_ptr<const TableModel> model, const TableSort& by,
                                    const std::stop_token& stop = {});

} // namespace lanes
