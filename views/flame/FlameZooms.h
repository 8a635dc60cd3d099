// The history of zooms in a flame graph: the current zoom, and those before and after it.
#pragma once

#include "model/base/Time.h"

#include <optional>
#include <string>
#include <vector>

namespace lanes {

// The target of a zoom: names from the root, or in time order a range.
struct FlameZoom {
    std::vector<std::string> path;
    std::optional<TimeRange> range;
    friend bool operator==(const FlameZoom&, const FlameZoom&) = default;
};

class FlameZooms {
public:
    [[nodiscard]] const FlameZoom& current() const { return current_; }
    [[nodiscard]] bool canGoBack() const { return !back_.empty(); }
    // Each returns true if the zoom has changed.
    bool zoomTo(const FlameZoom& zoom);
    bool goBack();
    bool goForward();

private:
    FlameZoom current_;
    std::vector<FlameZoom> back_;
    std::vector<FlameZoom> forward_;
};

} // namespace lanes
