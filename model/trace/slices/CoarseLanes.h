// A coarse picture of how busy every lane of a session is. The session stores it for a first picture, before its slices
// are read.
#pragma once

#include "model/base/Ids.h"
#include "model/base/Time.h"
#include "model/trace/Category.h"
#include "model/trace/slices/LaneGroup.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanes {

// A lane as a row of adjacent cells. Within a cell, only the busy time is known, not its position.
struct CoarseLane {
    TrackId track;
    LaneGroup group = LaneGroup::Operators;
    std::uint32_t depth = 0;  // within the group
    std::uint32_t slices = 0; // of the whole lane
    std::vector<Hue> hues;    // hues that occur in the lane
    // Per cell: its begin, then the lane's busy time before that, per hue. One more record follows the last cell.
    std::vector<std::int64_t> records;

    [[nodiscard]] std::size_t width() const { return 1 + hues.size(); }
    [[nodiscard]] std::size_t count() const { return records.size() / width(); } // of records
    [[nodiscard]] const std::int64_t* record(std::size_t i) const { return records.data() + i * width(); }
};

// Immutable once a Trace holds it; any thread.
struct CoarseLanes {
    TimeRange span; // of all slices
    std::uint64_t slices = 0;
    std::vector<CoarseLane> lanes; // by (track, group, depth); no depth is missing above one that is there
};

} // namespace lanes
