// Brings the slices of all ranges into lane order: merges the sorted ranges of every track, nests the slices, and writes
// the columns of the trace's segments.
#pragma once

#include "model/base/HugeArray.h"
#include "model/io/joining/EventRange.h"
#include "model/io/joining/SharedIds.h"
#include "model/trace/slices/HueCache.h"
#include "model/trace/slices/Nesting.h"
#include "model/trace/slices/Segment.h"
#include "model/trace/slices/SliceKey.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lanes {

class SliceMerge {
public:
    // Throws Stopped if a stop was requested.
    SliceMerge(std::vector<EventRange>& ranges, const SharedIds& ids, unsigned threads, const StopLook& look);

    // Segments of a track have so many slices, so that threads can share the following work.
    static constexpr std::uint32_t kSegmentSlices = std::uint32_t{1} << 17;

    // Frees the slices of the ranges meanwhile.
    [[nodiscard]] std::vector<std::shared_ptr<const Segment>> run();

    // After run():
    // Number of slices without a place, as their tracks would get too many lanes.
    [[nodiscard]] std::uint32_t leftOut() const { return leftOut_; }
    // The slice that was at `index` of a range; none if it was left out.
    [[nodiscard]] SliceId placed(std::size_t range, std::uint32_t index) const {
        return SliceId(placeOf_[base_[range] + index]);
    }
    [[nodiscard]] EventKind kind(SliceId slice) const { return columns_->kind[slice.value]; }
    [[nodiscard]] TimeNs start(SliceId slice) const { return columns_->start[slice.value]; }
    [[nodiscard]] TimeNs end(SliceId slice) const {
        return columns_->start[slice.value] + columns_->duration[slice.value];
    }
    [[nodiscard]] TrackId track(SliceId slice) const;                                     // O(log tracks)
    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> slicesOf(TrackId track) const { // [first, second)
        return {trackBegin_[track.value], trackBegin_[track.value + 1]};
    }
    [[nodiscard]] SliceId parent(SliceId slice) const { return columns_->parent[slice.value]; }
    [[nodiscard]] StringId name(SliceId slice) const { return columns_->name[slice.value]; }
    // The slice of a track that starts last at or before `t`, or none. `hint` (0 at first) makes calls with ascending
    // times cheap.
    [[nodiscard]] SliceId lastStartedAt(TrackId track, TimeNs t, std::uint32_t& hint) const;
    // The first slice of a track that starts at or after `t`, the longest if several do, or none. O(log slices).
    [[nodiscard]] SliceId firstFrom(TrackId track, TimeNs t) const;
    [[nodiscard]] std::uint32_t size() const { return base_.back(); }

private:
    struct Columns {
        explicit Columns(std::size_t n);
        HugeArray<TimeNs> start;
        HugeArray<TimeNs> duration;
        HugeArray<StringId> name;
        HugeArray<SliceId> parent;
        HugeArray<LayoutId> layout;
        HugeArray<std::uint32_t> row;
        HugeArray<EventKind> kind;
        HugeArray<Hue> hue;
    };
    struct RunOfRange {
        std::span<const EventRange::Slice> slices;
        std::uint32_t base; // number of its first slice over all ranges
    };
    // The begin of a segment among all slices, and of each of its lanes among its own slices.
    struct SegmentLanes {
        std::uint32_t first;
        std::vector<std::uint32_t> begin; // by depth; one more entry than there are depths
        bool overlaps;
    };
    // Slices of one track that start in [low, high): the unit of work of one thread.
    struct Piece {
        std::uint32_t track;
        TimeNs low;
        TimeNs high;
        std::uint32_t out;
    };

    void collectRuns();
    void cutPieces(std::uint32_t track);
    void mergePiece(const Piece& piece);
    void mergeTracks();
    void nestTrack(std::uint32_t track);
    void layOut(std::uint32_t begin, std::uint32_t end, std::span<const LaneGap>& gaps,
                std::vector<SliceId>& innermost, SegmentLanes& lanes);
    void closeGaps();
    void gatherRange(std::size_t range, HueCache& hues);
    void gather();
    void sortVeryLong(SliceKey* begin, SliceKey* end) const;
    [[nodiscard]] TimeNs durationOf(const SliceKey& key) const;
    [[nodiscard]] std::shared_ptr<const Segment> segmentOf(std::uint32_t track,
                                                           const SegmentLanes& lanes) const;

    std::vector<EventRange>& ranges_;
    const SharedIds& ids_;
    const StopLook& look_;
    unsigned threads_;
    std::vector<std::uint32_t> base_;           // range -> number of its first slice
    std::vector<std::vector<RunOfRange>> runs_; // by track
    std::vector<std::uint32_t> trackBegin_;
    std::vector<Piece> pieces_;
    HugeArray<SliceKey> keys_;                        // by track and time
    HugeArray<std::uint32_t> places_;                 // key -> slice
    HugeArray<std::uint32_t> placeOf_;                // slice by its number over the ranges -> slice
    std::vector<std::vector<SegmentLanes>> segments_; // by track
    std::vector<std::uint32_t> missing_;              // by track: number of slices that were left out
    std::uint32_t leftOut_ = 0;
    std::shared_ptr<Columns> columns_;
};

} // namespace lanes
