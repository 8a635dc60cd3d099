#include "model/io/joining/SliceKey.h"

#include <algorithm>
#include <cstddef>

namespace lanes {

void mergeSortedRuns(SliceKey* begin, SliceKey* end, std::vector<SliceKey>& scratch) {
    const auto n = static_cast<std::size_t>(end - begin);
    std::vector<std::size_t> bounds{0};
    for (std::size_t i = 1; i < n; ++i) {
        if (begin[i] < begin[i - 1]) {
            bounds.push_back(i);
        }
    }
    bounds.push_back(n);
    if (bounds.size() <= 2) {
        return;
    }
    if (bounds.size() > n / 8 + 4) { // no runs worth the name
        std::sort(begin, end);
        return;
    }
    scratch.resize(n);
    SliceKey* from = begin;
    SliceKey* to = scratch.data();
    while (bounds.size() > 2) {
        std::vector<std::size_t> merged{0};
        for (std::size_t i = 0; i + 1 < bounds.size(); i += 2) {
            const std::size_t middle = bounds[i + 1];
            const std::size_t last = i + 2 < bounds.size() ? bounds[i + 2] : middle;
            std::merge(from + bounds[i], from + middle, from + middle, from + last, to + bounds[i]);
            merged.push_back(last);
        }
        std::swap(from, to);
        bounds.swap(merged);
    }
    if (from != begin) {
        std::copy(from, from + n, begin);
    }
}

} // namespace lanes
