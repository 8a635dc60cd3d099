// The way through a flame graph: what is zoomed to, and what was before and after.
#pragma once

#include "model/base/Time.h"

#include <optional>
#include <string>
#include <vector>

namespace lanes {

// What is zoomed to: names from the root, or a range in time order.
struct FlameZoom {
    std::vector<std::string> path;
    std::optional<TimeRange> range;
    friend bool operator==(const FlameZoom&, const FlameZoom&) = default;
};

class FlameZooms {
public:
    [[nodiscard]] const FlameZoom& current() const { return current_; }
    [[nodiscard]] bool canGoBack() const { return !back_.empty(); }
    // Each says whether anything else is zoomed to than before.
    bool zoomTo(const FlameZoom& zoom);
    bool goBack();
    bool goForward();

private:
    FlameZoom current_;
    std::vector<FlameZoom> back_;
    std::vector<FlameZoom> forward_;
};

} // namespace lanes
