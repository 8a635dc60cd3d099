// How the row is known on which a recording tells of itself: its pauses as slices, its marks as points.
#pragma once

namespace lanes {

inline constexpr const char* kRecordingKey =
    "Recording"; // of its process, whose kind is Other, and of its track

} // namespace lanes
