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
    , begin_(begin)
    , count_(count) {
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
    buildFinest(hueCount_ < kManyHues ? kStride : kStrideOfManyHues);
    buildAbove();
    longest_ = std::ranges::max(levels_.back().longest);
}

LodPiece::LodPiece(const Segment& standIns, std::span<const Hue> hues, std::vector<std::int64_t> records)
    : segment_(&standIns)
    , count_(standIns.size())
    , coarse_(true) {
    assert(count_ > 0 && records.size() == (std::size_t(count_) + 1) * (1 + hues.size()));
    for (const Hue hue : hues) {
        addHue(hue);
    }
    end_ = records[records.size() - recordWidth()];
    levels_.push_back({1, count_, std::move(records), std::vector<std::uint8_t>(count_, 0)});
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
    for (std::uint32_t h = 0; h < kHueCount; ++h) {
        if ((seen >> h) & 1u) {
            addHue(static_cast<Hue>(h));
        }
    }
}

void LodPiece::buildFinest(std::uint32_t stride) {
    Level level;
    level.stride = stride;
    level.cells = (count_ + stride - 1) / stride;
    level.records.resize((std::size_t(level.cells) + 1) * recordWidth());
    level.longest.resize(level.cells);
    std::array<std::int64_t, kHueCount> busy{};
    std::int64_t* out = level.records.data();
    const auto write = [&](TimeNs time) {
        out[0] = time;
        std::copy_n(busy.begin(), hueCount_, out + 1);
        out += recordWidth();
    };
    TimeNs lastEnd = 0;
    for (std::uint32_t cell = 0; cell < level.cells; ++cell) {
        const std::uint32_t from = cell * stride;
        const std::uint32_t to = std::min(count_, from + stride);
        write(start(from));
        TimeNs longestHere = 0;
        for (std::uint32_t i = from; i < to; ++i) {
            const TimeNs d = duration(i);
            busy[localOf(hue(i))] += d;
            longestHere = std::max(longestHere, d);
        }
        level.longest[cell] = durationClass(longestHere);
    }
    lastEnd = end(count_ - 1);
    write(lastEnd);
    end_ = lastEnd;
    levels_.push_back(std::move(level));
}

void LodPiece::buildAbove() {
    const std::size_t width = recordWidth();
    while (levels_.back().cells > kTopCells) {
        const Level& below = levels_.back();
        Level level;
        level.stride = below.stride * kFanOut;
        level.cells = (below.cells + kFanOut - 1) / kFanOut;
        level.records.resize((std::size_t(level.cells) + 1) * width);
        level.longest.resize(level.cells);
        for (std::uint32_t cell = 0; cell < level.cells; ++cell) {
            const std::uint32_t from = cell * kFanOut;
            const std::uint32_t to = std::min(below.cells, from + kFanOut);
            std::copy_n(below.records.data() + from * width, width, level.records.data() + cell * width);
            level.longest[cell] = *std::max_element(below.longest.begin() + from, below.longest.begin() + to);
        }
        std::copy_n(below.records.data() + below.cells * width, width,
                    level.records.data() + level.cells * width);
        levels_.push_back(std::move(level));
    }
}

std::size_t LodPiece::pyramidBytes() const {
    std::size_t bytes = 0;
    for (const Level& level : levels_) {
        bytes += level.records.capacity() * sizeof(std::int64_t) + level.longest.capacity();
    }
    return bytes;
}

} // namespace lanes
