// A selectable thing other than a slice: a moment of a row where there is no slice.
#pragma once

#include "model/base/Ids.h"
#include "model/base/Time.h"

#include <cstdint>

namespace lanes {

struct Spot {
    enum class Kind : std::uint8_t {
        Gap,     // between two slices of the lowest lane of `track`
        Counter, // a sample of counters()[index]
        Memory,  // event `index` of the memory table
        Step,    // the step around `time`
        Instant, // the point `index` of the trace's points
    };
    Kind kind = Kind::Gap;
    TimeNs time = 0; // the chosen time
    TrackId track;
    std::uint32_t index = 0;
    friend constexpr bool operator==(const Spot&, const Spot&) = default;
};

} // namespace lanes
