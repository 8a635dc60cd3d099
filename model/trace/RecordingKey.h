// How the rows are known on which a recording tells of itself: its pauses as slices, its marks as points, and, with a filter
// (`--where`), when no thread was inside of it.
#pragma once

namespace lanes {

inline constexpr const char* kRecordingKey =
    "Recording"; // of its process, whose kind is Other, and of its track
inline constexpr const char* kOutsideKey = "Outside of the filter"; // of the other track of that process

} // namespace lanes
