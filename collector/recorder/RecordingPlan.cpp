#include "collector/recorder/RecordingPlan.h"

namespace lanes::recorder {

RecordingPlan::RecordingPlan(Capture& capture, const RecordingTimes& times)
    : capture_(capture)
    , duration_(times.duration) {
    if (times.delay > 0) {
        start_ = capture.elapsed() + times.delay;
    }
    if (times.startPaused || start_) {
        capture.setPaused(true);
    }
}

void RecordingPlan::turn() {
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
        capture_.setPaused(true);
    }
}

} // namespace lanes::recorder
