// The slices of one row lane that stand in one segment, with their pyramid: per cell of some slices the time where it
// starts and how busy the lane was before it, by hue. The busy time between any two moments is then a difference of
// two lookups, exact because slices of a lane never overlap.
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

// A class of durations in one byte, four per octave: smaller durations never have a greater class. Enough to skip
// what is certainly too short, never to decide.
[[nodiscard]] std::uint8_t durationClass(TimeNs duration);

// Immutable; any thread. Keeps no segment alive: its owner does.
class LodPiece {
public:
    static constexpr std::uint32_t kFanOut = 8;
    static constexpr std::uint32_t kTopCells = 64; // no level above one with at most so many

    struct Level {
        std::uint32_t stride = 0; // slices per cell; the last cell may have fewer
        std::uint32_t cells = 0;
        // (cells + 1) x (1 + hues): start of the cell, then busy time before it per local hue. The record behind
        // the last cell holds the piece's end and totals.
        std::int64_t* records = nullptr;
        std::uint8_t* longest = nullptr; // class of the longest slice per cell
    };
    // Of 2^32 slices: 32 to a cell, then eight cells to one until there are kTopCells.
    static constexpr std::size_t kMostLevels = 9;

    // Slices [begin, begin + count) of the segment's columns. O(count).
    LodPiece(const Segment& segment, std::uint32_t begin, std::uint32_t count);
    // The slices at `index`, in time order. O(count).
    LodPiece(const Segment& segment, std::vector<std::uint32_t> index);
    // Stand-ins for slices that have not been read: cells that touch each other, each as a slice of `standIns`.
    // `records` as in Level, one cell each; nobody can look into a cell. There must be one.
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
    // Whether ids follow one another. If not, index() says where each slice stands in the segment.
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
    // Memory beyond the segment's own columns.
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
    // Looked at per pixel column, in pieces that lie anywhere in memory: together, and the levels not behind a pointer.
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
    std::vector<std::uint32_t> index_; // empty: the slices stand together from begin_ on
    // What the levels point to; moves with the piece, as a vector's memory does.
    std::vector<std::int64_t> records_;
    std::vector<std::uint8_t> longestOf_;
};

} // namespace lanes
