// What level of detail knows of one segment: its slices by row lane. Row lanes nest within their group only, so a
// thread's operators keep their depth whatever Python functions stand between them.
#pragma once

#include "model/lod/LodPiece.h"
#include "model/lod/NestingState.h"
#include "model/trace/slices/LaneGroup.h"
#include "model/trace/slices/Segment.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

namespace lanes {

// Immutable; any thread.
class SegmentLod {
public:
    struct Lane {
        LaneGroup group;
        std::uint32_t depth; // within the group
        LodPiece piece;
    };

    // `before`: the state that the track's previous segment left. Asked to stop, it is left without some of its lanes, for
    // nobody to look at. O(slices).
    SegmentLod(std::shared_ptr<const Segment> segment, NestingState before, const std::stop_token& stop = {});

    [[nodiscard]] const std::shared_ptr<const Segment>& segment() const { return segment_; }
    [[nodiscard]] const std::vector<Lane>& lanes() const { return lanes_; } // by group, then depth
    // Whether this is also what a segment would become in which `before` stood around the first slices.
    [[nodiscard]] bool fits(const NestingState& before) const;
    // What runs behind the segment when it begins in `before`, which it fits. nestingAfter() says the same where it can.
    [[nodiscard]] NestingState after(const NestingState& before) const;
    [[nodiscard]] TimeNs lastStart() const { return lastStart_; }

private:
    [[nodiscard]] NestingState relevant(NestingState state) const;

    std::shared_ptr<const Segment> segment_;
    TimeNs lastStart_ = INT64_MIN;
    TimeNs lastEnd_ = INT64_MIN;
    NestingState before_; // as far as it matters here
    NestingState after_;
    std::vector<Lane> lanes_;
};

} // namespace lanes
