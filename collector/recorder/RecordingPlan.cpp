#include "collector/recorder/RecordingPlan.h"

namespace lanes::recorder {

RecordingPlan::RecordingPlan(Capture& capture, const RecordingTimes& times)
    : capture_(capture)
    , steps_(times.steps)
    , duration_(times.duration) {
    if (times.delay > 0) {
        start_ = capture.elapsed() + times.delay;
    }
    if (times.startPaused || start_) {
        capture.setPaused(true);
    }
    turn();
}

// Commands hold until the next phase begins.
void RecordingPlan::enter(StepSchedule::Phase phase) {
    using Phase = StepSchedule::Phase;
    if (phase_ == phase) {
        return;
    }
    phase_ = phase;
    const bool pause = phase == Phase::Wait || phase == Phase::Over;
    capture_.setPaused(pause, phase == Phase::Wait);
    if (!pause && steps_.warmup > 0) {
        capture_.mark(phase == Phase::Warmup ? "Warm-up begins" : "Active steps begin");
    }
}

void RecordingPlan::turn() {
    if (steps_.active > 0) {
        enter(steps_.after(capture_.steps().count()));
    }
    const TimeNs now = capture_.elapsed();
    if (start_ && now >= *start_) {
        start_.reset();
        capture_.setPaused(false);
    }
    if (duration_ && !capture_.paused()) {
        end_ = now + *duration_;
        duration_.reset();
    }
    if (end_ && now >= *end_) {
        end_.reset();
        over_ = true;
        capture_.setPaused(true);
    }
}

} // namespace lanes::recorder
