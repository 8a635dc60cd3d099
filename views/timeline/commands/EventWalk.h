// Going from event to event by keyboard: neighbours, what is around and inside, what launched and what followed.
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

    // From the row that the keyboard leads into it; else to the neighbour of what is selected; with nothing selected the
    // picture moves.
    void next();
    void previous();
    void around();
    void firstChild();
    // Along the links that the details show; they are looked for off the UI thread.
    void followForward();
    void followBack();
    void nextMatch();
    void previousMatch();
    // Selects the first event of the row that the keyboard leads, unless the selection is in it.
    bool enterLedRow();
    [[nodiscard]] int rowOf(SliceId slice) const; // -1: no row shows it

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
