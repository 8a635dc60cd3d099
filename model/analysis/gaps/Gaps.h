// The parts of a stream, or of a device, in which nothing ran.
#pragma once

#include "model/trace/Trace.h"

#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace lanes {

// One piece of device work.
struct WorkSpan {
    TimeRange range;
    SliceId slice;
};

struct StreamGap {
    TimeRange range;
    SliceId before; // the last work to end before the gap
    SliceId after;  // the work that ended the gap
};

// Kernels, copies and sets of a track, by time. Two kinds of slices on the same track are no work: ranges that the
// profiler projects on the device, and a device's own view of a wait. Nothing if asked to stop. O(n), and n log n if
// lanes overlap.
[[nodiscard]] std::vector<WorkSpan> workOf(const Trace& trace, TrackId track,
                                           const std::stop_token& stop = {});
void sortByTime(std::vector<WorkSpan>& work);

// The gaps between the first and the last work; by time. O(n).
[[nodiscard]] std::vector<StreamGap> gapsBetween(std::span<const WorkSpan> work);
// The gaps of one track; none if asked to stop.
[[nodiscard]] std::vector<StreamGap> gapsOf(const Trace& trace, TrackId track,
                                            const std::stop_token& stop = {});

// The gap around a moment; `gaps` are sorted by time.
[[nodiscard]] std::optional<StreamGap> gapAt(const std::vector<StreamGap>& gaps, TimeNs time);
// The gaps between the first and the last work that reaches into `range`; `gaps` are sorted by time. O(log n).
[[nodiscard]] std::span<const StreamGap> gapsWithin(const std::vector<StreamGap>& gaps, TimeRange range);

// Sorts gaps by length, longest first, and keeps the first `most` (0: all).
void keepLongest(std::vector<StreamGap>& gaps, std::size_t most);

} // namespace lanes
