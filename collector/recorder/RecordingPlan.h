// Starts and stops a recording by a plan: from when on it records, and for how long. Commands may pause or resume it
// at any time.
#pragma once

#include "collector/recorder/Capture.h"
#include "collector/recorder/flight/StepSchedule.h"
#include "model/base/Time.h"

#include <optional>

namespace lanes::recorder {

struct RecordingTimes {
    bool startPaused = false;       // until a command starts it
    TimeNs delay = 0;               // from the program's start
    std::optional<TimeNs> duration; // from the moment on that it records; none: to the end
    StepSchedule steps;
};

// One thread.
class RecordingPlan {
public:
    // Pauses at once unless the recording starts at the beginning. `capture` outlives this.
    RecordingPlan(Capture& capture, const RecordingTimes& times);

    // Does what is due.
    void turn();
    // True once the duration is over. A command may still have resumed the recording.
    [[nodiscard]] bool over() const { return over_; }

private:
    // `next`: the phase of the step after this one.
    void enter(StepSchedule::Phase phase, StepSchedule::Phase next);

    Capture& capture_;
    StepSchedule steps_;
    std::optional<StepSchedule::Phase> phase_;
    bool lastWait_ = false;       // this is the last step of a wait phase
    std::optional<TimeNs> start_; // still to come, in the session's time
    std::optional<TimeNs> end_;
    std::optional<TimeNs> duration_; // of a recording that has not started yet
    bool over_ = false;
};

} // namespace lanes::recorder
