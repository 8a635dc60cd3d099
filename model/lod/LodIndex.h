// Level of detail of a whole trace: the pyramids of every track's row lanes. All drawing reads it, so that the cost
// follows the pixels and not the events. While a trace is read, its coarse lanes stand for missing slices.
#pragma once

#include "model/lod/CoarsePiece.h"
#include "model/lod/InstantIndex.h"
#include "model/lod/SegmentLod.h"
#include "model/trace/Trace.h"
#include "model/trace/slices/LaneGroup.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

namespace lanes {

// A row lane: slices of one group of a track at one depth of nesting, over all segments. Slices are numbered from 0
// in time order ("ordinal") and never overlap.
struct LodLane {
    TrackId track;
    LaneGroup group = LaneGroup::Operators;
    std::uint32_t depth = 0;
    std::vector<const LodPiece*> pieces;
    // Of each piece. Copied here because a picture of everything would otherwise have to look into thousands of pieces.
    std::vector<TimeNs> starts;           // firstStart()
    std::vector<std::uint8_t> longest;    // longest()
    std::vector<std::uint32_t> first;     // ordinal of each piece's first slice; one more entry than pieces
    std::vector<Hue> hues;                // hues that occur in the lane; "local" numbers are positions here
    std::vector<std::int64_t> busyBefore; // (pieces + 1) x hues: busy time before each piece
    // While a session is read: number of slices that only the last piece, a coarse one, represents. Its cells have
    // ordinals, but no ids.
    std::uint32_t unread = 0;

    struct Place {
        std::uint32_t piece = 0;
        std::uint32_t index = 0; // in the piece
    };
    [[nodiscard]] std::uint32_t count() const { return first.back(); } // number of ordinals
    [[nodiscard]] std::uint32_t slices() const;              // including those that were not read yet
    [[nodiscard]] Place locate(std::uint32_t ordinal) const; // ordinal < count(); O(log pieces)
    [[nodiscard]] SliceId id(std::uint32_t ordinal) const;   // none if not read yet
    [[nodiscard]] TimeNs start(std::uint32_t ordinal) const;
    [[nodiscard]] TimeNs end(std::uint32_t ordinal) const;
    // Ordinal of the first slice that starts at or after `t`; count() if none. O(log slices).
    [[nodiscard]] std::uint32_t firstStartingAt(TimeNs t) const;
    // Ordinal of the first slice that ends after `t`; a slice without a duration ends after its start's instant.
    [[nodiscard]] std::uint32_t firstEndingAfter(TimeNs t) const;
    // Slices that overlap `range`: [first, last).
    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> slicesIn(TimeRange range) const;
    // Exact busy time per hue in `range`. O(log slices).
    using Busy = std::array<TimeNs, kAllHues>;
    [[nodiscard]] Busy busyIn(TimeRange range) const;
    [[nodiscard]] TimeNs totalBusyIn(TimeRange range) const;
};

class LodIndex {
public:
    // Builds on `threads` threads. Segments that `older` (an index of an earlier snapshot of the same session) has are
    // reused. Null if asked to stop. O(new slices), plus O(points) unless they are the same.
    [[nodiscard]] static std::shared_ptr<const LodIndex> build(std::shared_ptr<const Trace> trace,
                                                               const LodIndex* older = nullptr,
                                                               int threads = 2,
                                                               const std::stop_token& stop = {});

    [[nodiscard]] const std::shared_ptr<const Trace>& trace() const { return trace_; }
    // By track, then group, then depth.
    [[nodiscard]] const std::vector<LodLane>& lanes() const { return lanes_; }
    // The lanes of a group of a track, depth 0 first.
    [[nodiscard]] std::span<const LodLane> lanesOf(TrackId track, LaneGroup group) const;
    // Position in lanes() of the lane of a slice. O(lanes of its row x log slices).
    [[nodiscard]] std::optional<std::uint32_t> laneOf(SliceId slice) const;

    [[nodiscard]] const InstantIndex& instants() const { return *instants_; }

    [[nodiscard]] std::size_t pyramidBytes() const;
    [[nodiscard]] std::size_t indexBytes() const;

private:
    LodIndex() = default;
    [[nodiscard]] bool buildSegments(const LodIndex* older, int threads, const std::stop_token& stop);
    [[nodiscard]] bool buildMisjudged(const std::stop_token& stop);
    void assemble();
    void makeLanes();
    void addPieces();
    void addCoarse();
    static void sumUp(LodLane& lane);

    std::shared_ptr<const Trace> trace_;
    std::vector<std::shared_ptr<const SegmentLod>> segments_; // in the trace's order
    std::vector<std::unique_ptr<const CoarsePiece>> coarse_;
    std::vector<LodLane> lanes_;
    std::shared_ptr<const InstantIndex> instants_;
    std::vector<std::uint32_t> begin_; // (track, group) -> first lane; one more entry than there are pairs
};

} // namespace lanes
