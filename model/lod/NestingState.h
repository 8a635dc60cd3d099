// What the segments of a track hand on to each other, so that level of detail of each can be built by itself.
#pragma once

#include "model/trace/slices/LaneGroup.h"
#include "model/trace/slices/Nesting.h"
#include "model/trace/slices/Segment.h"

#include <array>
#include <cstdint>
#include <optional>

namespace lanes {

// What runs where a segment begins, by group: row lanes nest within their group alone. Lanes are those of the group; an
// entry's tag is its depth on the track.
using NestingState = std::array<Nesting::State, kLaneGroupCount>;

// The group that all slices of a segment are of. None: they are of several, or there is no slice. O(slices), but fast.
[[nodiscard]] std::optional<LaneGroup> onlyGroupOf(const Segment& segment);
// Whether the row lanes of a segment are its depths: all in it and around it is of one group and already stands so.
[[nodiscard]] bool isOneGroup(std::optional<LaneGroup> only, const NestingState& before);

// The state that a segment leaves behind when it begins in `before`; `only` is what onlyGroupOf() says of it. O(depths x log
// slices), however many slices it has; where they overlap, times how many overlap. Not sure, but likely, where only going through its slices can tell, as some overlap.
struct LeftBehind {
    NestingState state;
    bool sure = true;
};
[[nodiscard]] LeftBehind nestingAfter(const Segment& segment, std::optional<LaneGroup> only,
                                      const NestingState& before);

// The state without what has ended at `t`.
[[nodiscard]] NestingState runningAt(TimeNs t, NestingState state);

} // namespace lanes
