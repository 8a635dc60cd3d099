#include "model/lod/SegmentLod.h"

#include "model/lod/RowLanes.h"

#include <algorithm>
#include <utility>

namespace lanes {

SegmentLod::SegmentLod(std::shared_ptr<const Segment> segment, NestingState before,
                       const std::stop_token& stop)
    : segment_(std::move(segment))
    , after_(std::move(before)) {
    if (segment_->size() == 0) {
        return;
    }
    lastStart_ = segment_->lastStart();
    for (std::uint32_t d = 0; d < segment_->depths(); ++d) {
        if (segment_->laneBegin[d] < segment_->laneBegin[d + 1]) {
            lastEnd_ = std::max(lastEnd_, segment_->end(segment_->laneBegin[d + 1] - 1));
        }
    }
    before_ = relevant(after_);
    for (RowLane& lane : rowLanesOf(*segment_, after_)) {
        if (stop.stop_requested()) {
            return;
        }
        lanes_.push_back({lane.group, lane.depth,
                          lane.index.empty() ? LodPiece(*segment_, lane.begin, lane.count)
                                             : LodPiece(*segment_, std::move(lane.index))});
    }
}

// When something ends that outlives the segment does not matter to it: a live session's open slices end later with
// every snapshot.
NestingState SegmentLod::relevant(NestingState state) const {
    if (segment_->size() == 0) {
        return {};
    }
    state = runningAt(segment_->firstStart(), std::move(state));
    for (Nesting::State& group : state) {
        for (std::vector<Nesting::Entry>* entries : {&group.around, &group.beside}) {
            for (Nesting::Entry& entry : *entries) {
                entry.end = std::min(entry.end, lastEnd_);
            }
        }
    }
    return state;
}

bool SegmentLod::fits(const NestingState& before) const {
    return relevant(before) == before_;
}

// What was around the segment and still is may end later by now.
NestingState SegmentLod::after(const NestingState& before) const {
    if (segment_->size() == 0) {
        return before;
    }
    const NestingState running = runningAt(lastStart_, before);
    NestingState after = after_;
    for (std::size_t g = 0; g < after.size(); ++g) {
        for (Nesting::Entry& entry : after[g].around) {
            const auto known = std::ranges::find(running[g].around, entry.lane, &Nesting::Entry::lane);
            entry.end = known == running[g].around.end() ? entry.end : known->end;
        }
    }
    return after;
}

} // namespace lanes
