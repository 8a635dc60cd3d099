// A piece of a lane made from the session's coarse picture, for the part of the lane that has not been read.
#pragma once

#include "model/lod/LodPiece.h"
#include "model/trace/slices/CoarseLanes.h"
#include "model/trace/slices/Segment.h"

#include <array>
#include <memory>
#include <vector>

namespace lanes {

// Immutable; any thread.
class CoarsePiece {
public:
    // The lane from `from` on; `busy` is the busy time before that, per hue. Null if nothing is left there. O(cells).
    [[nodiscard]] static std::unique_ptr<const CoarsePiece> restOf(const CoarseLane& lane, TimeNs from,
                                                                   const std::array<TimeNs, kAllHues>& busy);

    CoarsePiece(const CoarsePiece&) = delete;
    CoarsePiece& operator=(const CoarsePiece&) = delete;

    [[nodiscard]] const LodPiece& piece() const { return piece_; }

private:
    CoarsePiece(const CoarseLane& lane, std::vector<std::int64_t> records);
    static Segment standInsFor(CoarsePiece& own, const CoarseLane& lane,
                               const std::vector<std::int64_t>& records);

    std::vector<TimeNs> start_;
    std::vector<TimeNs> duration_;
    std::vector<StringId> name_;
    std::vector<Hue> hue_;
    Segment standIns_; // one slice per cell; its spans point to the columns above
    LodPiece piece_;
};

} // namespace lanes
