#include "model/lod/LodPiece.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace lanes {

namespace {

// Cells of 32 slices cost 8 x (1 + hues) / 32 bytes per slice; lanes of many hues get coarser ones to stay below 3.
constexpr std::uint32_t kStride = 32;
constexpr std::uint32_t kStrideOfManyHues = 64;
constexpr std::uint32_t kManyHues = 8;

} // namespace

std::uint8_t durationClass(TimeNs duration) {
    const auto d = static_cast<std::uint64_t>(std::max<TimeNs>(duration, 0));
    if (d < 4) {
        return static_cast<std::uint8_t>(d);
    }
    const int octave = 63 - std::countl_zero(d);
    return static_cast<std::uint8_t>(octave * 4 + static_cast<int>((d >> (octave - 2)) & 3) - 4);
}

LodPiece::LodPiece(const Segment& segment, std::uint32_t begin, std::uint32_t count)
    : segment_(&segment)
    , count_(count)
    , begin_(begin) {
    build();
}

LodPiece::LodPiece(const Segment& segment, std::vector<std::uint32_t> index)
    : segment_(&segment)
    , count_(static_cast<std::uint32_t>(index.size()))
    , index_(std::move(index)) {
    if (count_ > 0 && index_.back() - index_.front() + 1 == count_ && std::ranges::is_sorted(index_)) {
        begin_ = index_.front();
        index_ = {};
    }
    index_.shrink_to_fit();
    build();
}

void LodPiece::build() {
    assert(count_ > 0);
    findHues();
    makeRoom(hueCount_ < kManyHues ? kStride : kStrideOfManyHues);
    buildFinest();
    buildAbove();
}

LodPiece::LodPiece(const Segment& standIns, std::span<const Hue> hues, std::vector<std::int64_t> records)
    : segment_(&standIns)
    , count_(standIns.size())
    , coarse_(true) {
    assert(count_ > 0 && records.size() == (std::size_t(count_) + 1) * (1 + hues.size()));
    for (const Hue hue : hues) {
        addHue(hue);
    }
    makeRoom(1);
    std::ranges::copy(records, levels_.front().records);
    lastStart_ = start(count_ - 1);
    end_ = records[records.size() - recordWidth()];
    buildAbove();
}

void LodPiece::addHue(Hue hue) {
    localOf_[static_cast<std::size_t>(hue)] = static_cast<std::uint8_t>(hueCount_);
    hues_[hueCount_++] = hue;
}

void LodPiece::findHues() {
    std::uint32_t seen = 0;
    for (std::uint32_t i = 0; i < count_; ++i) {
        seen |= 1u << static_cast<unsigned>(hue(i));
    }
    for (std::uint32_t h = 0; h < kAllHues; ++h) {
        if ((seen >> h) & 1u) {
            addHue(static_cast<Hue>(h));
        }
    }
}

// All levels in one piece of memory, the coarsest first.
void LodPiece::makeRoom(std::uint32_t stride) {
    std::size_t cells = 0;
    std::size_t records = 0;
    for (std::uint32_t left = (count_ - 1) / stride + 1;;
         left = (left - 1) / kFanOut + 1, stride *= kFanOut) {
        assert(levelCount_ < kMostLevels);
        levels_[levelCount_++] = {stride, left};
        cells += left;
        records += left + std::size_t(1);
        if (left <= kTopCells) {
            break;
        }
    }
    records_.resize(records * recordWidth());
    longestOf_.resize(cells);
    std::int64_t* record = records_.data();
    std::uint8_t* longest = longestOf_.data();
    for (std::size_t l = levelCount_; l-- > 0;) {
        levels_[l].records = record;
        levels_[l].longest = longest;
        record += (levels_[l].cells + std::size_t(1)) * recordWidth();
        longest += levels_[l].cells;
    }
}

void LodPiece::buildFinest() {
    const Level& level = levels_.front();
    std::array<std::int64_t, kAllHues> busy{};
    std::int64_t* out = level.records;
    const auto write = [&](TimeNs time) {
        out[0] = time;
        std::copy_n(busy.begin(), hueCount_, out + 1);
        out += recordWidth();
    };
    for (std::uint32_t cell = 0; cell < level.cells; ++cell) {
        const std::uint32_t from = cell * level.stride;
        const std::uint32_t to = std::min(count_, from + level.stride);
        write(start(from));
        TimeNs longestHere = 0;
        for (std::uint32_t i = from; i < to; ++i) {
            const TimeNs d = duration(i);
            busy[localOf(hue(i))] += d;
            longestHere = std::max(longestHere, d);
        }
        level.longest[cell] = durationClass(longestHere);
    }
    lastStart_ = start(count_ - 1);
    end_ = end(count_ - 1);
    write(end_);
}

void LodPiece::buildAbove() {
    const std::size_t width = recordWidth();
    for (std::size_t l = 1; l < levelCount_; ++l) {
        const Level& below = levels_[l - 1];
        const Level& level = levels_[l];
        for (std::uint32_t cell = 0; cell < level.cells; ++cell) {
            const std::uint32_t from = cell * kFanOut;
            const std::uint32_t to = std::min(below.cells, from + kFanOut);
            std::copy_n(below.records + from * width, width, level.records + cell * width);
            level.longest[cell] = *std::max_element(below.longest + from, below.longest + to);
        }
        std::copy_n(below.records + below.cells * width, width, level.records + level.cells * width);
    }
    const Level& top = levels_[levelCount_ - 1];
    longest_ = *std::max_element(top.longest, top.longest + top.cells);
}

std::size_t LodPiece::pyramidBytes() const {
    return records_.capacity() * sizeof(std::int64_t) + longestOf_.capacity();
}

} // namespace lanes
