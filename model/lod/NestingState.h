// What the segments of a track hand on to each other, so that level of detail of each can be built by itself.
#pragma once

#include "model/base/Time.h"
#include "model/trace/LaneGroup.h"
#include "model/trace/Segment.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lanes {

// One slice that is, or was, around what comes next: the slices around a slice of depth d are the entries before d. They
// may have ended: a slice that overlaps another only partly outlives what stands around it.
struct NestingEntry {
    TimeNs end = 0;
    LaneGroup group = LaneGroup::Operators;
    std::uint32_t lane = 0; // within its group
    friend bool operator==(const NestingEntry&, const NestingEntry&) = default;
};
// What a segment of a track needs to know of those before it.
using NestingState = std::vector<NestingEntry>;

// The group that all slices of a segment and what stands around them are of, at lanes that are their depths. None: they
// are of several, or there is no slice. O(slices), but fast.
[[nodiscard]] std::optional<LaneGroup> onlyGroupOf(const Segment& segment);
[[nodiscard]] bool isOneGroup(std::optional<LaneGroup> only, const NestingState& before,
                              std::uint32_t depths);

// The state that a segment leaves behind when it begins in `before`; `only` is what onlyGroupOf() says of it.
// O(depths x depths), however many slices it has.
[[nodiscard]] NestingState nestingAfter(const Segment& segment, std::optional<LaneGroup> only,
                                        const NestingState& before);

} // namespace lanes
