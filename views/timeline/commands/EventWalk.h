// Walking from event to event by keyboard: neighbours, parents and children, launches and what they led to.
#pragma once

#include "model/base/Ids.h"
#include "views/shared/session/LatestJob.h"

namespace lanes {

class TimelineCanvas;
class TimelineScene;
class ViewState;

// UI thread. `canvas` outlives it.
class EventWalk {
public:
    explicit EventWalk(TimelineCanvas& canvas);

    // Go to the next or previous event. If the keyboard leads a row, they first enter that row; else they go to the neighbour
    // of the selection. Without a selection the picture pans.
    void next();
    void previous();
    void around();
    void firstChild();
    // Follow the links that the details show. The links are searched off the UI thread.
    void followForward();
    void followBack();
    void nextMatch();
    void previousMatch();
    // Selects the first event of the row that the keyboard leads, unless the selection is in that row. Returns true if it
    // selected one.
    bool enterLedRow();
    [[nodiscard]] int rowOf(SliceId slice) const; // -1: no row shows the slice

private:
    void step(bool forward);
    [[nodiscard]] bool stepInstant(bool forward);
    void follow(bool forward);

    TimelineCanvas& canvas_;
    TimelineScene& scene_;
    ViewState& state_;
    LatestJob linkJob_;
};

} // namespace lanes
