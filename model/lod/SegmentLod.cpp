#include "model/lod/SegmentLod.h"

#include <algorithm>
#include <array>
#include <limits>

namespace lanes {

namespace {

// Visits the slices of a segment by start, parents before children, by walking its lanes as a tree: a deeper slice comes
// next as long as it starts before the next one of every lane above. Slices whose parent stands in an earlier segment
// (orphans) are the first of their lane and are reached by going down without a visit.
class InStartOrder {
public:
    explicit InStartOrder(const Segment& segment)
        : segment_(segment)
        , next_(segment.laneBegin.begin(), segment.laneBegin.end() - 1)
        , bound_(next_.size() + 1, kNever) {
        for (std::size_t d = 0; d < next_.size(); ++d) {
            const auto lane = segment.parent.subspan(next_[d], segment.laneBegin[d + 1] - next_[d]);
            const auto own = std::ranges::partition_point(lane, [&](SliceId parent) {
                return d > 0 && (!parent.valid() || parent.value < segment.first);
            });
            orphansEnd_.push_back(next_[d] + static_cast<std::uint32_t>(own - lane.begin()));
        }
        findOrphan();
    }

    template<class Visit>
    void forEach(Visit&& visit) {
        std::uint32_t left = segment_.size();
        std::size_t d = 0;
        while (left > 0) {
            // An orphan below comes before what stands here: its parents ended before that began.
            if (orphanDepth_ > d && orphanStart_ < std::min(bound_[d], startAt(d))) {
                descend(d);
            } else if (d < next_.size() && startAt(d) < bound_[d]) {
                visit(static_cast<std::uint32_t>(d), next_[d]);
                const bool wasOrphan = next_[d]++ < orphansEnd_[d];
                --left;
                if (wasOrphan) {
                    findOrphan();
                }
                descend(d);
            } else if (d > 0) {
                --d;
            }
        }
    }

private:
    static constexpr TimeNs kNever = std::numeric_limits<TimeNs>::max();

    [[nodiscard]] TimeNs startAt(std::size_t d) const {
        const bool some = d < next_.size() && next_[d] < segment_.laneBegin[d + 1];
        return some ? std::min(segment_.start[next_[d]], kNever - 1) : kNever;
    }
    void descend(std::size_t& d) {
        bound_[d + 1] = std::min(bound_[d], startAt(d));
        ++d;
    }
    void findOrphan() {
        orphanStart_ = kNever;
        orphanDepth_ = 0;
        for (std::size_t d = 1; d < next_.size(); ++d) {
            if (next_[d] < orphansEnd_[d] && startAt(d) < orphanStart_) {
                orphanStart_ = startAt(d);
                orphanDepth_ = d;
            }
        }
    }

    const Segment& segment_;
    std::vector<std::uint32_t> next_;
    std::vector<std::uint32_t> orphansEnd_;
    std::vector<TimeNs> bound_; // per depth: the earliest start of what is left in the lanes above
    TimeNs orphanStart_ = kNever;
    std::size_t orphanDepth_ = 0;
};

} // namespace

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

// Below the innermost slice of the same group that is still open.
std::uint32_t SegmentLod::laneFor(LaneGroup group, std::uint32_t depth, TimeNs start) const {
    for (std::uint32_t d = depth; d-- > 0;) {
        if (after_[d].group == group && after_[d].end > start) {
            return after_[d].lane + 1;
        }
    }
    return 0;
}

void SegmentLod::split() {
    std::array<std::vector<std::vector<std::uint32_t>>, kLaneGroupCount> byLane;
    InStartOrder(*segment_).forEach([&](std::uint32_t depth, std::uint32_t index) {
        const LaneGroup group = groupOf(segment_->kind[index]);
        const std::uint32_t lane = laneFor(group, depth, segment_->start[index]);
        after_[depth] = {segment_->end(index), group, lane};
        auto& lanes = byLane[static_cast<std::size_t>(group)];
        if (lane >= lanes.size()) {
            lanes.resize(lane + 1);
        }
        lanes[lane].push_back(index);
    });
    for (std::size_t g = 0; g < byLane.size(); ++g) {
        for (std::size_t lane = 0; lane < byLane[g].size(); ++lane) {
            if (!byLane[g][lane].empty()) {
                lanes_.push_back({static_cast<LaneGroup>(g), static_cast<std::uint32_t>(lane),
                                  LodPiece(*segment_, std::move(byLane[g][lane]))});
            }
        }
    }
}

} // namespace lanes
