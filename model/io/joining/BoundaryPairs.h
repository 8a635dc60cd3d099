// Pairs begins with ends: B with E on each thread, b with e and S with F of one category and id.
#pragma once

#include "model/io/joining/EventRange.h"
#include "model/io/joining/SharedIds.h"

#include <cstdint>
#include <vector>

namespace lanes {

// A range in the trace's own ids: a slice for every begin, a point for every end.
struct PairedEvents {
    EventRange range;
    std::vector<std::uint32_t> open; // its slices that never end
};

// By time, and as in the file where times are equal. An end closes the innermost open begin of its name, or the innermost
// of all where its name is missing or empty. It closes no other one, so slices of a thread may overlap. A begin without an
// end reaches to the end of the one that it began in. Takes the boundaries out of the ranges. O(n log n).
[[nodiscard]] PairedEvents pairBoundaries(std::vector<EventRange>& ranges, SharedIds& ids,
                                          const StopLook& look);

} // namespace lanes
