// What the tour of the first minute says, over the session that is open.
#pragma once

#include "app/window/parts/Tour.h"

#include <functional>
#include <vector>

namespace lanes {

class Actions;

// Where in the window the parts are that it speaks of.
struct TourPlaces {
    std::function<QRect()> timeline;
    std::function<QRect()> details; // of the timeline where it is not shown
    std::function<QRect()> search;
    std::function<QRect()> views;
    std::function<QRect()> capture;
};

[[nodiscard]] std::vector<TourMark> tourMarks(const Actions& actions, const TourPlaces& places);

} // namespace lanes
