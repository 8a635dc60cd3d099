// How a flame graph stands beside its mode.
#pragma once

#include "model/analysis/flame/FlameTree.h"

#include <optional>
#include <string>
#include <vector>

namespace lanes {

// What was zoomed to: names from the root, or a range in time order.
struct FlameZoom {
    std::vector<std::string> path;
    std::optional<TimeRange> range;
    friend bool operator==(const FlameZoom&, const FlameZoom&) = default;
};

struct FlameViewPlace {
    std::optional<FlameWeight> weight; // nothing: device time where there is any
    FlameSource source = FlameSource::Everything;
    bool collapse = false;
    bool tidy = true;
    double threshold = 0;
    FlameZoom zoom;
    std::vector<FlameZoom> back;
    std::vector<FlameZoom> forward;
    bool sandwichClosed = false;
};

} // namespace lanes
