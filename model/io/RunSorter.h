// Sorts the slices of one range by track and time, while they are in the cache.
#pragma once

#include "model/io/EventRange.h"

#include <cstddef>
#include <vector>

namespace lanes {

// One thread; keeps its memory between ranges.
class RunSorter {
public:
    // Fills the range's keys and runs from its slices; `trackOf` says the track of each, below `tracks`.
    void sort(EventRange& range, const std::vector<std::uint32_t>& trackOf, std::size_t tracks);

private:
    std::vector<std::uint32_t> counts_; // by track; zero between calls
    std::vector<SliceKey> scratch_;
};

// Sorts keys that consist of long sorted runs, as traces do. `scratch` is only memory.
void mergeSortedRuns(SliceKey* begin, SliceKey* end, std::vector<SliceKey>& scratch);

} // namespace lanes
