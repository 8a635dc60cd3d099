// When a recording records by itself: from when on, and for how long. Commands may pause it or let it go on at any time.
#pragma once

#include "collector/recorder/Capture.h"
#include "collector/recorder/flight/StepSchedule.h"
#include "model/base/Time.h"

#include <optional>

namespace lanes::recorder {

struct RecordingTimes {
    bool startPaused = false;       // until a command starts it
    TimeNs delay = 0;               // from the program's start
    std::optional<TimeNs> duration; // from the moment on that it records; not given: to the end
    StepSchedule steps;
};

// One thread.
class RecordingPlan {
public:
    // Pauses at once if it is not to record from the beginning. `capture` outlives this.
    RecordingPlan(Capture& capture, const RecordingTimes& times);

    // Does what it is time for.
    void turn();
    // The duration is over; a command may have let it go on.
    [[nodiscard]] bool over() const { return over_; }

private:
    // `next`: of the step after this one.
    void enter(StepSchedule::Phase phase, StepSchedule::Phase next);

    Capture& capture_;
    StepSchedule steps_;
    std::optional<StepSchedule::Phase> phase_;
    bool lastWait_ = false;       // of the phase's steps, this is the last
    std::optional<TimeNs> start_; // still to come; times are the session's
    std::optional<TimeNs> end_;
    std::optional<TimeNs> duration_; // of a recording that has not begun
    bool over_ = false;
};

} // namespace lanes::recorder
