#include "model/lod/SegmentLod.h"

#include "model/lod/RowLanes.h"
#include "model/lod/StartOrder.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace lanes {

SegmentLod::SegmentLod(std::shared_ptr<const Segment> segment, NestingState before)
    : segment_(std::move(segment))
    , after_(std::move(before)) {
    for (std::uint32_t d = 0; d < segment_->depths(); ++d) {
        if (segment_->laneBegin[d] < segment_->laneBegin[d + 1]) {
            lastStart_ = std::max(lastStart_, segment_->start[segment_->laneBegin[d + 1] - 1]);
        }
    }
    before_ = relevant(after_);
    if (segment_->size() == 0) {
        return;
    }
    after_.resize(std::max<std::size_t>(after_.size(), segment_->depths()));
    if (isOneGroup(onlyGroupOf(*segment_), before_, segment_->depths())) {
        takeAsItIs();
    } else {
        split();
    }
}

// When something ends that outlives the segment does not matter to it: a live session's open slices end later with
// every snapshot.
NestingState SegmentLod::relevant(NestingState state) const {
    state.resize(std::min<std::size_t>(state.size(), segment_->depths()));
    for (NestingEntry& entry : state) {
        entry.end = std::min(entry.end, lastStart_);
    }
    return state;
}

bool SegmentLod::fits(const NestingState& before) const {
    return relevant(before) == before_;
}

void SegmentLod::takeAsItIs() {
    const LaneGroup group = groupOf(segment_->kind.front());
    for (std::uint32_t d = 0; d < segment_->depths(); ++d) {
        const std::uint32_t begin = segment_->laneBegin[d];
        const std::uint32_t end = segment_->laneBegin[d + 1];
        if (begin < end) {
            lanes_.push_back({group, d, LodPiece(*segment_, begin, end - begin)});
            after_[d] = {segment_->end(end - 1), group, d};
        }
    }
}

void SegmentLod::split() {
    const RowLanes rows(*segment_, after_);
    std::array<std::vector<std::vector<std::uint32_t>>, kLaneGroupCount> byLane;
    for (std::size_t g = 0; g < byLane.size(); ++g) {
        for (const std::uint32_t count : rows.counts(static_cast<LaneGroup>(g))) {
            byLane[g].emplace_back().reserve(count);
        }
    }
    for (const std::uint32_t index : inStartOrder(*segment_)) {
        byLane[static_cast<std::size_t>(rows.group(index))][rows.lane(index)].push_back(index);
    }
    for (std::size_t g = 0; g < byLane.size(); ++g) {
        for (std::size_t lane = 0; lane < byLane[g].size(); ++lane) {
            if (!byLane[g][lane].empty()) {
                lanes_.push_back({static_cast<LaneGroup>(g), static_cast<std::uint32_t>(lane),
                                  LodPiece(*segment_, std::move(byLane[g][lane]))});
            }
        }
    }
    for (std::uint32_t d = 0; d < segment_->depths(); ++d) {
        const std::uint32_t end = segment_->laneBegin[d + 1];
        if (segment_->laneBegin[d] < end) {
            after_[d] = {segment_->end(end - 1), rows.group(end - 1), rows.lane(end - 1)};
        }
    }
}

} // namespace lanes
