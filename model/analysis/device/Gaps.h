// Parts of a stream in which nothing ran.
#pragma once

#include "model/trace/Trace.h"

#include <optional>
#include <vector>

namespace lanes {

struct StreamGap {
    TimeRange range;
    SliceId before; // that ended last before it
    SliceId after;  // that ended it
};

// Every gap in a stream's work, by time. Ranges that the profiler projects on the device are no work, though they stand
// on the same track, around it. O(n log n) in the
// slices of the track.
[[nodiscard]] std::vector<StreamGap> gapsOf(const Trace& trace, TrackId track);

// The gap around a moment, of gaps by time.
[[nodiscard]] std::optional<StreamGap> gapAt(const std::vector<StreamGap>& gaps, TimeNs time);

// Sorts gaps by length, longest first, and keeps the first `most` (0: all).
void keepLongest(std::vector<StreamGap>& gaps, std::size_t most);

} // namespace lanes
