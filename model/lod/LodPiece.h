// The slices of one row lane in one segment, with their pyramid. Each cell covers some slices and stores its start, and
// the lane's busy time before it, by hue. The busy time between any two moments is then a difference of two lookups; it
// is exact because slices of a lane never overlap.
#pragma once

#include "model/base/Ids.h"
#include "model/base/Time.h"
#include "model/trace/slices/LaneGroup.h"
#include "model/trace/slices/Segment.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lanes {

// A class of durations in one byte, four per octave; classes never decrease as durations grow. It can exclude durations
// that are certainly too short, but never decide.
[[nodiscard]] std::uint8_t durationClass(TimeNs duration);

// Immutable; any thread. Keeps no segment alive: its owner does.
class LodPiece {
public:
    static constexpr std::uint32_t kFanOut = 8;
    static constexpr std::uint32_t kTopCells = 64; // the top level has at most so many cells

    struct Level {
        std::uint32_t stride = 0; // slices per cell; the last cell may have fewer
        std::uint32_t cells = 0;
        // (cells + 1) x (1 + hues): start of the cell, then busy time before it per local hue. The record after the last
        // cell holds the piece's end and totals.
        std::int64_t* records = nullptr;
        std::uint8_t* longest = nullptr; // per cell, class of the longest slice
    };
    // Enough for 2^32 slices: 32 per cell, then eight cells per cell of the next level until there are kTopCells.
    static constexpr std::size_t kMostLevels = 9;

    // Takes slices [begin, begin + count) of the segment's columns. O(count).
    LodPiece(const Segment& segment, std::uint32_t begin, std::uint32_t count);
    // Takes the slices at `index`, in time order. O(count).
    LodPiece(const Segment& segment, std::vector<std::uint32_t> index);
    // Placeholders for slices that were not read: adjacent cells, each a slice of `standIns`. `records` as in Level, one
    // per cell; cells cannot be opened. At least one cell is needed.
    LodPiece(const Segment& standIns, std::span<const Hue> hues, std::vector<std::int64_t> records);

    LodPiece(LodPiece&&) noexcept = default;
    LodPiece& operator=(LodPiece&&) noexcept = default;
    LodPiece(const LodPiece&) = delete; // levels point into the piece's own memory, which only moves with it
    LodPiece& operator=(const LodPiece&) = delete;
    ~LodPiece() = default;

    [[nodiscard]] std::uint32_t count() const { return count_; }
    [[nodiscard]] std::uint32_t at(std::uint32_t i) const { return index_.empty() ? begin_ + i : index_[i]; }
    [[nodiscard]] TimeNs start(std::uint32_t i) const { return segment_->start[at(i)]; }
    [[nodiscard]] TimeNs duration(std::uint32_t i) const { return segment_->duration[at(i)]; }
    [[nodiscard]] TimeNs end(std::uint32_t i) const { return segment_->end(at(i)); }
    [[nodiscard]] Hue hue(std::uint32_t i) const { return segment_->hue[at(i)]; }
    [[nodiscard]] StringId name(std::uint32_t i) const { return segment_->name[at(i)]; }
    [[nodiscard]] SliceId id(std::uint32_t i) const {
        return coarse_ ? SliceId() : SliceId(segment_->first + at(i));
    }
    // True if ids are consecutive. If false, index() gives the place of each slice in the segment.
    [[nodiscard]] bool isContiguous() const { return index_.empty(); }
    [[nodiscard]] std::span<const std::uint32_t> index() const { return index_; }
    [[nodiscard]] const Segment& segment() const { return *segment_; }
    [[nodiscard]] bool isCoarse() const { return coarse_; }

    [[nodiscard]] TimeNs firstStart() const { return levels_.front().records[0]; }
    [[nodiscard]] TimeNs lastStart() const { return lastStart_; }
    [[nodiscard]] TimeNs lastEnd() const { return end_; }
    [[nodiscard]] std::uint8_t longest() const { return longest_; }

    // Hues that occur; "local" numbers are positions here.
    [[nodiscard]] std::uint32_t hueCount() const { return hueCount_; }
    [[nodiscard]] Hue localHue(std::uint32_t local) const { return hues_[local]; }
    [[nodiscard]] std::uint8_t localOf(Hue hue) const { return localOf_[static_cast<std::size_t>(hue)]; }
    [[nodiscard]] std::size_t recordWidth() const { return 1 + std::size_t(hueCount_); }

    // Finest first; at least one.
    [[nodiscard]] std::span<const Level> levels() const { return {levels_.data(), levelCount_}; }
    [[nodiscard]] const std::int64_t* record(std::size_t level, std::uint32_t cell) const {
        return levels_[level].records + cell * recordWidth();
    }
    // Bytes of memory in addition to the segment's own columns.
    [[nodiscard]] std::size_t pyramidBytes() const;
    [[nodiscard]] std::size_t indexBytes() const { return index_.capacity() * sizeof(std::uint32_t); }

private:
    void build();
    void addHue(Hue hue);
    void findHues();
    void makeRoom(std::uint32_t stride);
    void buildFinest();
    void buildAbove();

    const Segment* segment_;
    // Read for each pixel column, in pieces anywhere in memory: so these are adjacent, and levels need no pointer.
    std::uint32_t count_ = 0;
    std::uint32_t hueCount_ = 0;
    TimeNs lastStart_ = 0;
    TimeNs end_ = 0;
    std::size_t levelCount_ = 0;
    std::array<Level, kMostLevels> levels_{};
    std::uint32_t begin_ = 0;
    bool coarse_ = false;
    std::uint8_t longest_ = 0;
    std::array<Hue, kAllHues> hues_{};
    std::array<std::uint8_t, kAllHues> localOf_{};
    std::vector<std::uint32_t> index_; // empty: the slices are adjacent, from begin_ on
    // The memory that the levels point to; it moves with the piece, as a vector's memory does.
    std::vector<std::int64_t> records_;
    std::vector<std::uint8_t> longestOf_;
};

} // namespace lanes
