// Parts of a stream, or of a device, in which nothing ran.
#pragma once

#include "model/trace/Trace.h"

#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace lanes {

// Work of a device.
struct WorkSpan {
    TimeRange range;
    SliceId slice;
};

struct StreamGap {
    TimeRange range;
    SliceId before; // that ended last before it
    SliceId after;  // that ended it
};

// Kernels, copies and sets of a track, by time. Ranges that the profiler projects on the device are no work, nor is a
// device's own view of a wait, though they stand on the same track. Nothing if asked to stop. O(n), and n log n where lanes
// overlap.
[[nodiscard]] std::vector<WorkSpan> workOf(const Trace& trace, TrackId track,
                                           const std::stop_token& stop = {});
void sortByTime(std::vector<WorkSpan>& work);

// Where none of it ran between the first and the last; by time. O(n).
[[nodiscard]] std::vector<StreamGap> gapsBetween(std::span<const WorkSpan> work);
// Of one track; none if asked to stop.
[[nodiscard]] std::vector<StreamGap> gapsOf(const Trace& trace, TrackId track,
                                            const std::stop_token& stop = {});

// The gap around a moment, of gaps by time.
[[nodiscard]] std::optional<StreamGap> gapAt(const std::vector<StreamGap>& gaps, TimeNs time);
// Those between the first and the last work that lies in `range`, be it in part: of gaps by time. O(log n).
[[nodiscard]] std::span<const StreamGap> gapsWithin(const std::vector<StreamGap>& gaps, TimeRange range);

// Sorts gaps by length, longest first, and keeps the first `most` (0: all).
void keepLongest(std::vector<StreamGap>& gaps, std::size_t most);

} // namespace lanes
