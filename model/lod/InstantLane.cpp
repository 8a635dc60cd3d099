#include "model/lod/InstantLane.h"

#include <algorithm>
#include <utility>

namespace lanes {

InstantLane::InstantLane(Scope scope, std::uint32_t owner, std::vector<Instant> instants)
    : scope_(scope)
    , owner_(owner)
    , instants_(std::move(instants)) {
    const auto order = [](const Instant& i) { return std::pair(i.time, i.point); };
    std::ranges::sort(instants_, {}, order);
    Counts counts{};
    for (std::uint32_t i = 0; i < count(); ++i) {
        if (i % kBlock == 0) {
            before_.push_back(counts);
        }
        ++counts[static_cast<std::size_t>(instants_[i].hue)];
    }
    before_.push_back(counts);
}

std::uint32_t InstantLane::firstFrom(TimeNs time) const {
    const auto found = std::ranges::lower_bound(instants_, time, {}, &Instant::time);
    return static_cast<std::uint32_t>(found - instants_.begin());
}

std::optional<std::uint32_t> InstantLane::ordinalOf(std::uint32_t point, TimeNs time) const {
    for (std::uint32_t i = firstFrom(time); i < count() && instants_[i].time == time; ++i) {
        if (instants_[i].point == point) {
            return i;
        }
    }
    return std::nullopt;
}

Hue InstantLane::commonest(std::uint32_t begin, std::uint32_t end) const {
    Counts counts{};
    const auto addAll = [&](std::uint32_t from, std::uint32_t to) {
        for (; from < to; ++from) {
            ++counts[static_cast<std::size_t>(instants_[from].hue)];
        }
    };
    const std::uint32_t firstBlock = (begin + kBlock - 1) / kBlock;
    const std::uint32_t lastBlock = end / kBlock;
    if (firstBlock >= lastBlock) {
        addAll(begin, end);
    } else {
        addAll(begin, firstBlock * kBlock);
        for (std::size_t h = 0; h < counts.size(); ++h) {
            counts[h] += before_[lastBlock][h] - before_[firstBlock][h];
        }
        addAll(lastBlock * kBlock, end);
    }
    return static_cast<Hue>(std::ranges::max_element(counts) - counts.begin());
}

std::vector<InstantMark> InstantLane::marks(const PixelGrid& grid) const {
    std::vector<InstantMark> marks;
    const TimeRange view = grid.range();
    for (std::uint32_t i = firstFrom(view.begin); i < count() && instants_[i].time < view.end;) {
        const int x = std::min(grid.columnOf(instants_[i].time), grid.columns() - 1);
        const std::uint32_t next = std::max(i + 1, firstFrom(grid.edge(x + 1)));
        marks.push_back({static_cast<std::uint16_t>(x), commonest(i, next), i, next - i});
        i = next;
    }
    return marks;
}

} // namespace lanes
