// The state that the segments of a track hand on, so that the level of detail of each can be built independently.
#pragma once

#include "model/trace/slices/LaneGroup.h"
#include "model/trace/slices/Nesting.h"
#include "model/trace/slices/Segment.h"

#include <array>
#include <cstdint>
#include <optional>

namespace lanes {

// Slices that run at the begin of a segment, by group: row lanes nest within their group alone. Lanes are those of the
// group; an entry's tag is its depth on the track.
using NestingState = std::array<Nesting::State, kLaneGroupCount>;

// The group of all slices of a segment. None if they are of several groups, or there is no slice. O(slices), but fast.
[[nodiscard]] std::optional<LaneGroup> onlyGroupOf(const Segment& segment);
// True if the row lanes of a segment are its depths: all slices in it and around it are of one group and already nest so.
[[nodiscard]] bool isOneGroup(std::optional<LaneGroup> only, const NestingState& before);

// The state after a segment that begins in `before`; `only` is the result of onlyGroupOf(). O(depths x log slices),
// however many slices it has; if they overlap, times the number of overlapping slices. `sure` is false if overlaps make
// the state likely but not certain: only a walk through the slices can tell.
struct LeftBehind {
    NestingState state;
    bool sure = true;
};
[[nodiscard]] LeftBehind nestingAfter(const Segment& segment, std::optional<LaneGroup> only,
                                      const NestingState& before);

// The state without slices that have ended at `t`.
[[nodiscard]] NestingState runningAt(TimeNs t, NestingState state);

} // namespace lanes
