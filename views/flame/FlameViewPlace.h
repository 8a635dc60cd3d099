// How a flame graph stands beside its mode.
#pragma once

#include "model/analysis/flame/FlameTree.h"
#include "views/flame/FlameZooms.h"

#include <optional>

namespace lanes {

struct FlameViewPlace {
    std::optional<FlameWeight> weight; // nothing: device time where there is any
    FlameSource source = FlameSource::Everything;
    bool collapse = false; // recursion
    bool tidy = true;      // modules of one class are one, and frames that only hand a call on are left out
    double threshold = 0;  // calls below this share of what is shown are left out
    FlameZooms zooms;
    bool sandwichClosed = false;
};

} // namespace lanes
