// The rank of one event by duration among all others of its name.
#pragma once

#include "model/trace/Trace.h"

#include <array>
#include <cstdint>
#include <stop_token>

namespace lanes {

struct Siblings {
    static constexpr int kBins = 56;
    std::uint32_t count = 0; // including the event itself
    std::uint32_t rank = 0;  // 1: the longest
    TimeNs shortest = 0;
    TimeNs longest = 0;
    TimeNs median = 0;
    TimeNs total = 0;
    std::array<std::uint32_t, kBins> histogram{}; // equal parts of [shortest, longest]
    int ownBin = 0;
    SliceId slowest;
};

// Counts all slices of the same name and kind. O(slices), a few milliseconds per ten million. Checks `stop` between
// segments; if asked to stop, returns an incomplete result with count 0.
[[nodiscard]] Siblings siblingsOf(const Trace& trace, SliceId slice, std::stop_token stop = {});

} // namespace lanes
