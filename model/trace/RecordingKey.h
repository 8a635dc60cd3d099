// Keys of the tracks on which a recording reports on itself. They hold its pauses as slices and its marks as points. With
// a filter (`--where`) they also hold the times when no thread was inside it.
#pragma once

namespace lanes {

inline constexpr const char* kRecordingKey =
    "Recording"; // of its process, whose kind is Other, and of its track
inline constexpr const char* kOutsideKey = "Outside of the filter"; // of the second track of that process

} // namespace lanes
