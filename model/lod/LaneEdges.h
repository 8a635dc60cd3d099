// Busy time of a lane before a moment, for ascending moments. A density column is the difference of two of them.
#pragma once

#include "model/lod/LodIndex.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace lanes {

// Cheap to make; one per lane and picture.
class LaneEdges {
public:
    // State of the lane before a moment: the busy time per local hue of the lane, and the next slice to start. Both are
    // interpolated inside a cell that was not opened.
    struct Edge {
        std::array<TimeNs, kAllHues> busy{};
        double ordinal = 0;
    };
    // The place of the last edge; the next moment used with it must not be earlier.
    struct Cursor {
        std::uint32_t piece = 0;
        std::uint32_t cell = 0;
        std::size_t level = 0;
        bool placed = false;
    };

    // `exact`: opens every cell down to the slices, however small it is on screen.
    LaneEdges(const LodLane& lane, double nsPerColumn, bool exact);

    [[nodiscard]] int localOf(Hue hue) const { return localOf_[static_cast<std::size_t>(hue)]; }
    // The state before the slice `ordinal`, which may be count(). Always exact.
    [[nodiscard]] Edge atSlice(std::uint32_t ordinal) const;
    // The state before `t`. O(log slices), O(1) if the cursor is near.
    [[nodiscard]] Edge at(TimeNs t, Cursor& cursor) const;

private:
    void startOfPiece(std::uint32_t p, Edge& edge) const;
    void addRecord(const LodPiece& piece, const std::int64_t* record, Edge& edge) const;
    bool gallopTo(TimeNs t, Cursor& cursor) const;
    [[nodiscard]] std::size_t levelFor(const LodPiece& piece) const;
    [[nodiscard]] bool mayInterpolate(const LodPiece& piece, std::size_t level, std::uint32_t cell) const;
    void interpolate(const LodPiece& piece, std::size_t level, std::uint32_t cell, TimeNs t,
                     Edge& edge) const;
    void openCell(const LodPiece& piece, std::uint32_t cell, TimeNs t, Edge& edge) const;

    const LodLane& lane_;
    double nsPerColumn_;
    std::size_t hues_;
    std::array<std::uint8_t, kAllHues> localOf_{};
    TimeNs narrow_ = 0;
    TimeNs half_ = 0;
    TimeNs flat_ = 0;
};

} // namespace lanes
