// Compares two states of a column that grows.
#pragma once

#include "model/base/SharedColumn.h"

#include <algorithm>
#include <cstddef>

namespace lanes {

// Number of first rows that both have at the same address. O(blocks).
template<class T, std::size_t kRows>
[[nodiscard]] std::size_t sharedRows(const SharedColumn<T, kRows>& a, const SharedColumn<T, kRows>& b) {
    const std::size_t both = std::min(a.size(), b.size());
    std::size_t row = 0;
    while (row < both && &a[row] == &b[row]) {
        row += kRows;
    }
    return std::min(row, both);
}

// True if `later` is `earlier` with more rows, or with no more; false if its rows were sorted anew. The last block is
// compared row by row, as it may have been copied to a larger one since. O(blocks + kRows).
template<class T, std::size_t kRows>
[[nodiscard]] bool continues(const SharedColumn<T, kRows>& earlier, const SharedColumn<T, kRows>& later) {
    const auto shared = static_cast<std::ptrdiff_t>(sharedRows(earlier, later));
    return earlier.size() <= later.size() && earlier.size() - static_cast<std::size_t>(shared) <= kRows &&
           std::equal(earlier.begin() + shared, earlier.end(), later.begin() + shared);
}

} // namespace lanes
