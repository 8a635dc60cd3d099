// Sorts the events of one range while they are in the cache, and stores them. Events are read into memory that is reused
// for every range, so that only kept data touches new memory.
#pragma once

#include "model/base/ColumnArena.h"
#include "model/io/joining/EventRange.h"
#include "model/trace/slices/SliceKey.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanes {

// The events of a range in the order of the file.
struct ReadEvents {
    std::vector<EventRange::Slice> slices;
    std::vector<EventRange::Point> points;
    std::vector<EventRange::Flow> flows;
    std::vector<EventRange::Correlation> correlations;
    std::vector<EventRange::Boundary> boundaries;

    void clear(); // keeps its memory
};

// One thread.
class RangePacker {
public:
    // Fills the range's spans and runs. Tracks are below `tracks`. O(n) if slices come in long sorted runs.
    void pack(const ReadEvents& events, std::size_t tracks, EventRange& range);
    // For the range that was packed last: by order of reading, the place of each slice in the range.
    [[nodiscard]] const std::vector<std::uint32_t>& places() const { return places_; }

private:
    void sort(const std::vector<EventRange::Slice>& slices, std::size_t tracks, EventRange& range);
    void packSlices(const std::vector<EventRange::Slice>& slices, EventRange& range);
    void packOthers(const ReadEvents& events, EventRange& range);

    // Small, because ranges are freed one by one while their slices are brought to their places.
    static constexpr std::size_t kSlab = std::size_t{4} << 20;

    ColumnArena sliceArena_{kSlab};
    ColumnArena otherArena_{kSlab};
    ColumnArena boundaryArena_{kSlab};  // freed first
    std::vector<std::uint32_t> counts_; // by track; zero between calls
    std::vector<SliceKey> keys_;
    std::vector<std::uint32_t> places_;
};

} // namespace lanes
