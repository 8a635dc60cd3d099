// Sorts the rows of a model by a column. In trees it sorts the rows below each parent separately.
#pragma once

#include "views/shared/table/TableModel.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace lanes {

// The order of a table, and the row to stay current by its TableModel::identity().
struct TableSort {
    int column = -1; // index of the model's columns
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
    // Only in trees. `childBegin` maps a row to its first child in `children`; it has one entry more than rows.
    std::vector<int> depths;
    std::vector<std::uint32_t> childBegin;
    std::vector<std::uint32_t> children;
    // The row with the identity by.current; none if the model does not contain it.
    std::uint32_t current = TableModel::kNone;
};

// O(rows log rows); without a column O(rows). The result is incomplete after a stop request. `model` may be null.
[[nodiscard]] SortedRows sortedRows(std::shared_ptr<const TableModel> model, const TableSort& by,
                                    const std::stop_token& stop = {});

} // namespace lanes
