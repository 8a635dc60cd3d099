#include "model/trace/slices/SliceKey.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace lanes {

namespace {

// Merges two runs that follow each other, and touches only what they have between each other.
void mergeNeighbours(SliceKey* first, SliceKey* middle, SliceKey* last) {
    if (middle == last || middle[-1] < *middle) {
        return;
    }
    std::inplace_merge(std::upper_bound(first, middle, *middle), middle,
                       std::lower_bound(middle, last, middle[-1]));
}

} // namespace

void mergeSortedRuns(SliceKey* begin, SliceKey* end) {
    const auto n = static_cast<std::size_t>(end - begin);
    std::vector<SliceKey*> bounds{begin};
    for (std::size_t i = 1; i < n; ++i) {
        if (begin[i] < begin[i - 1]) {
            bounds.push_back(begin + i);
        }
    }
    if (bounds.size() > n / 8 + 4) { // no runs worth the name
        std::sort(begin, end);
        return;
    }
    while (bounds.size() > 1) {
        std::vector<SliceKey*> merged;
        for (std::size_t i = 0; i < bounds.size(); i += 2) {
            merged.push_back(bounds[i]);
            if (i + 1 < bounds.size()) {
                mergeNeighbours(bounds[i], bounds[i + 1], i + 2 < bounds.size() ? bounds[i + 2] : end);
            }
        }
        bounds.swap(merged);
    }
}

} // namespace lanes
