// The order in which to write the begins and ends of a trace, so that readers pair them as they are paired here. If
// several have one time, the order in the file decides which end belongs to which begin.
#pragma once

#include "model/trace/Trace.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace lanes {

// A slice that was written as a begin (B, b, S), or a point that is an end (E, e, F).
struct BoundaryPlace {
    bool begins = false;
    std::uint32_t segment = 0; // for a begin
    std::uint32_t index = 0;   // in its segment, or of the point
};

// By layout: true if its events begin or end slices.
[[nodiscard]] std::vector<bool> boundaryLayouts(const Trace& trace);

// All begins and ends in that order. O(n log n). Not exact if several ends and begins without an end meet at one time on
// one thread. Nothing if asked to stop.
[[nodiscard]] std::optional<std::vector<BoundaryPlace>> boundaryOrder(const Trace& trace,
                                                                      const std::stop_token& stop);

} // namespace lanes
