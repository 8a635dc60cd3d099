// In which row lane of its group each slice of a segment stands.
#pragma once

#include "model/base/HugeVector.h"
#include "model/lod/NestingState.h"
#include "model/trace/LaneGroup.h"
#include "model/trace/Segment.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lanes {

// A slice's row lane is the one below the innermost slice of its group around it that is still open. Goes through the
// segment's lanes one after the other, as their columns lie in memory, and finds what is around a slice from its parent's
// answers.
class RowLanes {
public:
    // `before` is what the track's earlier segments left. Both must outlive it. O(slices x changes of group around them).
    RowLanes(const Segment& segment, const NestingState& before);

    [[nodiscard]] LaneGroup group(std::uint32_t index) const {
        return static_cast<LaneGroup>(at_[index] & kGroup);
    }
    [[nodiscard]] std::uint32_t lane(std::uint32_t index) const { return at_[index] >> kGroupBits; }
    // How many slices stand in each lane of a group.
    [[nodiscard]] const std::vector<std::uint32_t>& counts(LaneGroup group) const {
        return counts_[static_cast<std::size_t>(group)];
    }

private:
    // Where a way out through the slices around one has come to: an index, or from kBefore on a depth below which the
    // slices around it are those of `before`.
    using Around = std::uint32_t;
    static constexpr Around kBefore = std::uint32_t{1} << 31;
    static constexpr unsigned kGroupBits = 3;
    static constexpr std::uint32_t kGroup = (1u << kGroupBits) - 1;
    static_assert(kLaneGroupCount <= 1 << kGroupBits);

    void prepareBefore();
    [[nodiscard]] std::uint32_t laneWithin(LaneGroup group, Around around, TimeNs start) const;
    [[nodiscard]] std::uint32_t laneWithinBefore(LaneGroup group, std::uint32_t depth, TimeNs start) const;
    void place(std::uint32_t index, std::uint32_t depth);

    const Segment& segment_;
    const NestingState& before_;
    UnwrittenVector<std::uint32_t> at_; // lane and group
    UnwrittenVector<Around> parent_;
    UnwrittenVector<Around> outer_; // the innermost slice around one that is of another group
    std::array<std::vector<std::uint32_t>, kLaneGroupCount> counts_;
    // Per depth: below it, the innermost entry of `before` of each group, plus one.
    std::vector<std::array<std::uint32_t, kLaneGroupCount>> innermostBefore_;
};

} // namespace lanes
