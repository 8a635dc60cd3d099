#include "model/lod/RowLanes.h"

#include <algorithm>
#include <cstddef>

namespace lanes {

RowLanes::RowLanes(const Segment& segment, const NestingState& before)
    : segment_(segment)
    , before_(before)
    , at_(segment.size())
    , parent_(segment.size())
    , outer_(segment.size()) {
    prepareBefore();
    for (std::uint32_t d = 0; d < segment.depths(); ++d) {
        for (std::uint32_t i = segment.laneBegin[d]; i < segment.laneBegin[d + 1]; ++i) {
            place(i, d);
        }
    }
}

void RowLanes::prepareBefore() {
    innermostBefore_.emplace_back();
    for (std::uint32_t d = 0; d < before_.size(); ++d) {
        innermostBefore_.push_back(innermostBefore_.back());
        innermostBefore_.back()[static_cast<std::size_t>(before_[d].group)] = d + 1;
    }
}

std::uint32_t RowLanes::laneWithinBefore(LaneGroup group, std::uint32_t depth, TimeNs start) const {
    for (;;) {
        const std::size_t known = std::min<std::size_t>(depth, before_.size());
        const std::uint32_t found = innermostBefore_[known][static_cast<std::size_t>(group)];
        if (found == 0) {
            return 0;
        }
        if (before_[found - 1].end > start) {
            return before_[found - 1].lane + 1;
        }
        depth = found - 1;
    }
}

std::uint32_t RowLanes::laneWithin(LaneGroup wanted, Around around, TimeNs start) const {
    while (around < kBefore) {
        if (group(around) != wanted) {
            around = outer_[around];
        } else if (segment_.end(around) > start) {
            return lane(around) + 1;
        } else { // what overlaps it only partly has outlived it
            around = parent_[around];
        }
    }
    return laneWithinBefore(wanted, around - kBefore, start);
}

void RowLanes::place(std::uint32_t index, std::uint32_t depth) {
    const LaneGroup own = groupOf(segment_.kind[index]);
    const std::uint32_t here = segment_.parentIndex(index, depth);
    const Around parent = here < segment_.size() ? here : kBefore + depth;
    parent_[index] = parent;
    const std::uint32_t lane = laneWithin(own, parent, segment_.start[index]);
    at_[index] = lane << kGroupBits | static_cast<std::uint32_t>(own);
    outer_[index] = parent < kBefore && group(parent) == own ? outer_[parent] : parent;
    auto& counts = counts_[static_cast<std::size_t>(own)];
    if (lane >= counts.size()) {
        counts.resize(lane + 1);
    }
    ++counts[lane];
}

} // namespace lanes
