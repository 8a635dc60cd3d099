// What two states of a column that grows have in common.
#pragma once

#include "model/base/SharedColumn.h"

#include <algorithm>
#include <cstddef>

namespace lanes {

// So many rows at the begin of both stand at the same place. O(blocks).
template<class T, std::size_t kRows>
[[nodiscard]] std::size_t sharedRows(const SharedColumn<T, kRows>& a, const SharedColumn<T, kRows>& b) {
    const std::size_t both = std::min(a.size(), b.size());
    std::size_t row = 0;
    while (row < both && &a[row] == &b[row]) {
        row += kRows;
    }
    return std::min(row, both);
}

// Whether `later` is `earlier` with more rows, or none more; not when its rows were put in order anew. The last block is
// compared, as it may have grown out of a smaller one since. O(blocks + kRows).
template<class T, std::size_t kRows>
[[nodiscard]] bool continues(const SharedColumn<T, kRows>& earlier, const SharedColumn<T, kRows>& later) {
    const auto shared = static_cast<std::ptrdiff_t>(sharedRows(earlier, later));
    return earlier.size() <= later.size() && earlier.size() - static_cast<std::size_t>(shared) <= kRows &&
           std::equal(earlier.begin() + shared, earlier.end(), later.begin() + shared);
}

} // namespace lanes
