// Assigns each slice of a segment to a row lane of its group, and lists the slices of each lane.
#pragma once

#include "model/base/HugeVector.h"
#include "model/lod/NestingState.h"
#include "model/trace/slices/LaneGroup.h"
#include "model/trace/slices/Segment.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lanes {

// The row lane of a slice is the one that Nesting gives it among the slices of its group alone.
class RowLanes {
public:
    // `before` is the state after the track's earlier segments. The segment must outlive this object. O(slices).
    RowLanes(const Segment& segment, const NestingState& before);

    // The segment's slices by start.
    [[nodiscard]] const UnwrittenVector<std::uint32_t>& order() const { return order_; }
    [[nodiscard]] LaneGroup group(std::uint32_t index) const {
        return static_cast<LaneGroup>(at_[index] & kGroup);
    }
    [[nodiscard]] std::uint32_t lane(std::uint32_t index) const { return at_[index] >> kGroupBits; }
    // Number of slices in each lane of a group.
    [[nodiscard]] const std::vector<std::uint32_t>& counts(LaneGroup group) const {
        return counts_[static_cast<std::size_t>(group)];
    }
    // Slices that run when the last slice begins.
    [[nodiscard]] const NestingState& after() const { return after_; }

private:
    static constexpr unsigned kGroupBits = 3;
    static constexpr std::uint32_t kGroup = (1u << kGroupBits) - 1;
    static_assert(kLaneGroupCount <= 1 << kGroupBits);

    UnwrittenVector<std::uint32_t> order_;
    UnwrittenVector<std::uint32_t> at_; // lane and group
    std::array<std::vector<std::uint32_t>, kLaneGroupCount> counts_;
    NestingState after_;
};

// The slices of a segment in one row lane, in time order.
struct RowLane {
    LaneGroup group = LaneGroup::Operators;
    std::uint32_t depth = 0; // in the group
    std::uint32_t begin = 0; // first slice, if slices are adjacent
    std::uint32_t count = 0;
    std::vector<std::uint32_t> index; // the place of each slice, if they are not adjacent

    [[nodiscard]] std::uint32_t at(std::uint32_t i) const { return index.empty() ? begin + i : index[i]; }
};

// All row lanes of a segment that begins in `state`, by group and depth. Updates `state` to that after the segment.
// O(slices); nearly free if all are of one group and nest as on the track.
[[nodiscard]] std::vector<RowLane> rowLanesOf(const Segment& segment, NestingState& state);

} // namespace lanes
