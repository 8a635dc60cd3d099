#include "model/lod/SegmentLod.h"

#include <algorithm>
#include <array>
#include <limits>

namespace lanes {

namespace {

constexpr int kBits = 10;
constexpr std::uint64_t kMask = (1u << kBits) - 1;

std::uint32_t countOf(std::uint64_t packed, LaneGroup group) {
    return static_cast<std::uint32_t>((packed >> (kBits * static_cast<int>(group))) & kMask);
}

std::uint64_t withOneMore(std::uint64_t packed, LaneGroup group) {
    return countOf(packed, group) == kMask ? packed
                                           : packed + (std::uint64_t(1) << (kBits * static_cast<int>(group)));
}

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
            if (d < next_.size() && startAt(d) < bound_[d]) {
                visit(static_cast<std::uint32_t>(d), next_[d]);
                const bool wasOrphan = next_[d]++ < orphansEnd_[d];
                --left;
                if (wasOrphan) {
                    findOrphan();
                }
                descend(d);
            } else if (orphanDepth_ > d && orphanStart_ < std::min(bound_[d], startAt(d))) {
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
    , before_(std::move(before))
    , after_(before_) {
    if (segment_->size() == 0) {
        return;
    }
    if (isOneGroup()) {
        takeAsItIs();
    } else {
        split();
    }
}

// One group in the segment and around it: depth in the group is depth in the track.
bool SegmentLod::isOneGroup() const {
    const LaneGroup group = groupOf(segment_->kind.front());
    for (std::size_t d = 0; d < before_.size() && d < segment_->depths(); ++d) {
        if (countOf(before_[d], group) != d) {
            return false;
        }
    }
    const bool deepEnough = segment_->depths() <= kDeepest;
    return deepEnough &&
           std::ranges::all_of(segment_->kind, [&](EventKind kind) { return groupOf(kind) == group; });
}

void SegmentLod::takeAsItIs() {
    const LaneGroup group = groupOf(segment_->kind.front());
    const std::uint32_t depths = segment_->depths();
    if (after_.size() < depths + 1) {
        after_.resize(depths + 1);
    }
    for (std::uint32_t d = 0; d < depths; ++d) {
        const std::uint32_t begin = segment_->laneBegin[d];
        const std::uint32_t end = segment_->laneBegin[d + 1];
        if (begin < end) {
            lanes_.push_back({group, d, LodPiece(*segment_, begin, end - begin)});
            after_[d + 1] = withOneMore(after_[d], group);
        }
    }
}

void SegmentLod::split() {
    std::array<std::vector<std::vector<std::uint32_t>>, kLaneGroupCount> byLane;
    after_.resize(std::max<std::size_t>(after_.size(), segment_->depths() + 1));
    InStartOrder(*segment_).forEach([&](std::uint32_t depth, std::uint32_t index) {
        const LaneGroup group = groupOf(segment_->kind[index]);
        const std::uint32_t lane = countOf(after_[depth], group);
        after_[depth + 1] = withOneMore(after_[depth], group);
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
