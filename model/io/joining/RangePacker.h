// Brings what was read of one range into its order while it is in the cache, and puts it away: events are read into
// memory that is used again for every range, so that only what is kept touches new memory.
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
    // Fills the range's spans and runs. Tracks are below `tracks`. O(n) where slices come in long sorted runs.
    void pack(const ReadEvents& events, std::size_t tracks, EventRange& range);
    // Of the range that was packed last: where in it the n-th slice that was read stands.
    [[nodiscard]] const std::vector<std::uint32_t>& places() const { return places_; }

private:
    void sort(const std::vector<EventRange::Slice>& slices, std::size_t tracks, EventRange& range);
    void packSlices(const std::vector<EventRange::Slice>& slices, EventRange& range);
    void packOthers(const ReadEvents& events, EventRange& range);

    // Small, as ranges are given back one by one while their slices are brought to their places.
    static constexpr std::size_t kSlab = std::size_t{4} << 20;

    ColumnArena sliceArena_{kSlab};
    ColumnArena otherArena_{kSlab};
    ColumnArena boundaryArena_{kSlab};  // they go first
    std::vector<std::uint32_t> counts_; // by track; zero between calls
    std::vector<SliceKey> keys_;
    std::vector<std::uint32_t> places_;
};

} // namespace lanes
