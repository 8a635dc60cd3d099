// The level of detail of one segment: its slices by row lane. Row lanes nest within their group only, so a thread's
// operators keep their depth whatever Python functions lie between them.
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
        std::uint32_t depth; // in the group
        LodPiece piece;
    };

    // `before`: the state after the track's previous segment. If asked to stop, some lanes are missing, and the object
    // must not be used. O(slices).
    SegmentLod(std::shared_ptr<const Segment> segment, NestingState before, const std::stop_token& stop = {});

    [[nodiscard]] const std::shared_ptr<const Segment>& segment() const { return segment_; }
    [[nodiscard]] const std::vector<Lane>& lanes() const { return lanes_; } // by group, then depth
    // True if a segment that begins in `before` has the same lanes.
    [[nodiscard]] bool fits(const NestingState& before) const;
    // The state after the segment if it begins in `before`, which it must fit. Equals nestingAfter() where that is sure.
    [[nodiscard]] NestingState after(const NestingState& before) const;
    [[nodiscard]] TimeNs lastStart() const { return lastStart_; }

private:
    [[nodiscard]] NestingState relevant(NestingState state) const;

    std::shared_ptr<const Segment> segment_;
    TimeNs lastStart_ = INT64_MIN;
    TimeNs lastEnd_ = INT64_MIN;
    NestingState before_; // only the part that matters here
    NestingState after_;
    std::vector<Lane> lanes_;
};

} // namespace lanes
