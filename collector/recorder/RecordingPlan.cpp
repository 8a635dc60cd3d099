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
void RecordingPlan::enter(StepSchedule::Phase phase, StepSchedule::Phase next) {
    using Phase = StepSchedule::Phase;
    const bool lastWait = phase == Phase::Wait && next != Phase::Wait;
    const bool begins = phase_ != phase;
    if (!begins && (lastWait == lastWait_ || !capture_.paused())) {
        return;
    }
    phase_ = phase;
    lastWait_ = lastWait;
    const bool pause = phase == Phase::Wait || phase == Phase::Over;
    capture_.setPaused(pause, lastWait               ? PausedWatch::LastStep
                              : phase == Phase::Wait ? PausedWatch::Steps
                                                     : PausedWatch::Nothing);
    if (!begins) {
        return;
    }
    if (!pause && steps_.warmup > 0) {
        capture_.mark(phase == Phase::Warmup ? "Warm-up begins" : "Active steps begin");
    }
}

void RecordingPlan::turn() {
    if (steps_.active > 0) {
        const std::uint64_t ended = capture_.steps().count();
        enter(steps_.after(ended), steps_.after(ended + 1));
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
