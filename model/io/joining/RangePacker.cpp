#include "model/io/joining/RangePacker.h"

#include <algorithm>
#include <type_traits>

namespace lanes {

namespace {

template<class T>
std::span<T> placed(std::byte*& at, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= alignof(std::int64_t));
    T* const begin = reinterpret_cast<T*>(at);
    at += count * sizeof(T);
    return {begin, count};
}

template<class T>
std::span<const T> copied(std::byte*& at, const std::vector<T>& from) {
    const std::span<T> to = placed<T>(at, from.size());
    std::ranges::copy(from, to.begin());
    return to;
}

template<class T>
std::size_t bytesOf(const std::vector<T>& items) {
    static_assert(sizeof(T) % alignof(std::int64_t) == 0);
    return items.size() * sizeof(T);
}

} // namespace

void ReadEvents::clear() {
    slices.clear();
    points.clear();
    flows.clear();
    correlations.clear();
    boundaries.clear();
}

void RangePacker::pack(const ReadEvents& events, std::size_t tracks, EventRange& range) {
    sort(events.slices, tracks, range);
    packSlices(events.slices, range);
    packOthers(events, range);
}

void RangePacker::sort(const std::vector<EventRange::Slice>& slices, std::size_t tracks, EventRange& range) {
    if (counts_.size() < tracks) {
        counts_.resize(tracks, 0);
    }
    std::vector<std::uint32_t> seen;
    for (const EventRange::Slice& slice : slices) {
        if (counts_[slice.track]++ == 0) {
            seen.push_back(slice.track);
        }
    }
    std::uint32_t begin = 0;
    for (const std::uint32_t t : seen) {
        const std::uint32_t end = begin + counts_[t];
        range.runs.push_back({t, begin, end});
        counts_[t] = begin;
        begin = end;
    }
    keys_.resize(slices.size());
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        keys_[counts_[slices[i].track]++] = {slices[i].start, SliceKey::shortnessOf(slices[i].duration), i};
    }
    for (const EventRange::Run& run : range.runs) {
        counts_[run.track] = 0;
        mergeSortedRuns(keys_.data() + run.begin, keys_.data() + run.end);
    }
}

void RangePacker::packSlices(const std::vector<EventRange::Slice>& slices, EventRange& range) {
    ColumnArena::Piece memory = sliceArena_.take(bytesOf(slices));
    const std::span<EventRange::Slice> to = placed<EventRange::Slice>(memory.data, slices.size());
    places_.resize(slices.size());
    for (std::uint32_t i = 0; i < to.size(); ++i) {
        const std::uint32_t from = keys_[i].index;
        to[i] = slices[from];
        places_[from] = i;
    }
    range.slices = to;
    range.sliceMemory = std::move(memory.owner);
}

void RangePacker::packOthers(const ReadEvents& events, EventRange& range) {
    ColumnArena::Piece memory =
        otherArena_.take(bytesOf(events.points) + bytesOf(events.flows) + bytesOf(events.correlations));
    range.points = copied(memory.data, events.points);
    range.flows = copied(memory.data, events.flows);
    const auto correlations = placed<EventRange::Correlation>(memory.data, events.correlations.size());
    std::ranges::transform(events.correlations, correlations.begin(), [&](EventRange::Correlation c) {
        c.slice = places_[c.slice];
        return c;
    });
    range.correlations = correlations;
    range.otherMemory = std::move(memory.owner);
    if (!events.boundaries.empty()) {
        memory = boundaryArena_.take(bytesOf(events.boundaries));
        range.boundaries = copied(memory.data, events.boundaries);
        range.boundaryMemory = std::move(memory.owner);
    }
}

} // namespace lanes
