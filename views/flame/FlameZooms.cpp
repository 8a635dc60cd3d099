#include "views/flame/FlameZooms.h"

#include <utility>

namespace lanes {
namespace {

// What is current goes to the end of `behind`, and the last of `ahead` becomes it.
bool step(std::vector<FlameZoom>& ahead, FlameZoom& current, std::vector<FlameZoom>& behind) {
    if (ahead.empty()) {
        return false;
    }
    behind.push_back(std::exchange(current, std::move(ahead.back())));
    ahead.pop_back();
    return true;
}

} // namespace

bool FlameZooms::zoomTo(const FlameZoom& zoom) {
    if (zoom == current_) {
        return false;
    }
    back_.push_back(std::exchange(current_, zoom));
    forward_.clear();
    return true;
}

bool FlameZooms::goBack() {
    return step(back_, current_, forward_);
}

bool FlameZooms::goForward() {
    return step(forward_, current_, back_);
}

} // namespace lanes
