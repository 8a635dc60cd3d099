// Sorts the rows of a table by time.
#pragma once

#include "model/base/Time.h"
#include "model/trace/tables/PointTable.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <vector>

namespace lanes {

// Stable. O(rows) where all are in order, else O(rows log rows) and the memory of one more column.
template<class Rows>
void sortByTime(Rows& rows) {
    if (std::ranges::is_sorted(rows.time)) {
        return;
    }
    std::vector<std::uint32_t> order(rows.time.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return rows.time[i]; });
    forEachColumn(rows, [&](auto& column) {
        std::remove_reference_t<decltype(column)> sorted(order.size());
        std::ranges::transform(order, sorted.begin(), [&](std::uint32_t i) { return column[i]; });
        column.swap(sorted);
    });
}

} // namespace lanes
