// Pairs begins with ends: B with E on each thread, b with e and S with F of one category and id.
#pragma once

#include "model/io/joining/EventRange.h"
#include "model/io/joining/SharedIds.h"

#include <cstdint>
#include <vector>

namespace lanes {

// A range with ids of the trace: a slice for every begin, a point for every end.
struct PairedEvents {
    EventRange range;
    std::vector<std::uint32_t> open; // slices without an end
};

// Pairs by time; events of one time stay in the order of the file. An end closes the innermost open begin of its name, or
// the innermost of all if its name is missing or empty. It closes no other begin, so slices of a thread may overlap. A
// begin without an end reaches to the end of the slice that it began in. Removes the boundaries from the ranges. O(n log
// n).
[[nodiscard]] PairedEvents pairBoundaries(std::vector<EventRange>& ranges, SharedIds& ids,
                                          const StopLook& look);

} // namespace lanes
