// What level of detail knows of one segment: its slices by row lane. Row lanes nest within their group only, so a
// thread's operators keep their depth whatever Python functions stand between them.
#pragma once

#include "model/lod/LaneGroup.h"
#include "model/lod/LodPiece.h"
#include "model/trace/Segment.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace lanes {

// How many slices of each group are around a slice of depth 0, 1, 2... of the track that comes next; what the next
// segment of a track needs to know of those before. Ten bits per group; deeper nesting shares the last lane.
using NestingState = std::vector<std::uint64_t>;

// Immutable; any thread.
class SegmentLod {
public:
    static constexpr std::uint32_t kDeepest = 1023;

    struct Lane {
        LaneGroup group;
        std::uint32_t depth; // within the group
        LodPiece piece;
    };

    // `before`: the state that the track's previous segment left. O(slices).
    SegmentLod(std::shared_ptr<const Segment> segment, NestingState before);

    [[nodiscard]] const std::shared_ptr<const Segment>& segment() const { return segment_; }
    [[nodiscard]] const std::vector<Lane>& lanes() const { return lanes_; } // by group, then depth
    [[nodiscard]] const NestingState& before() const { return before_; }
    [[nodiscard]] const NestingState& after() const { return after_; }

private:
    [[nodiscard]] bool isOneGroup() const;
    void takeAsItIs();
    void split();

    std::shared_ptr<const Segment> segment_;
    NestingState before_;
    NestingState after_;
    std::vector<Lane> lanes_;
};

} // namespace lanes
