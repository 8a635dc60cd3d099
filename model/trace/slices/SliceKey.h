// The sort key of slices.
#pragma once

#include "model/base/Time.h"

#include <cstdint>
#include <limits>

namespace lanes {

// Orders slices: by start, the longest first, then as in the file.
struct SliceKey {
    TimeNs start = 0;
    std::uint32_t shortness = 0; // ~duration, 0 for a duration that does not fit
    std::uint32_t index = 0;

    friend bool operator<(const SliceKey& a, const SliceKey& b) {
        if (a.start != b.start) {
            return a.start < b.start;
        }
        return a.shortness != b.shortness ? a.shortness < b.shortness : a.index < b.index;
    }
    [[nodiscard]] static std::uint32_t shortnessOf(TimeNs duration) {
        return duration >= std::numeric_limits<std::uint32_t>::max() ? 0
                                                                     : ~static_cast<std::uint32_t>(duration);
    }
};

// Sorts keys that consist of long sorted runs, as traces do. O(keys + log runs x keys that lie between those of other
// runs), at most O(keys log keys).
void mergeSortedRuns(SliceKey* begin, SliceKey* end);

} // namespace lanes
