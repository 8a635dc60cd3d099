// Format of moments on the ruler: time since the begin of the session, time of day, or time since the begin of the step.
#pragma once

#include "model/base/Time.h"
#include "model/trace/Trace.h"

#include <QString>

namespace lanes {

enum class RulerMode : std::uint8_t { Session, Clock, Step };

// Returns the next mode. Modes that the session cannot show are skipped. `info` may be null.
[[nodiscard]] RulerMode after(RulerMode mode, const SessionInfo* info, bool hasSteps);

struct RulerTime {
    TimeNs origin = 0;      // the moment labelled 0
    TimeNs unixOrigin = -1; // Unix time of TimeNs 0, for times of day; -1: no times of day

    // See momentText().
    [[nodiscard]] QString text(TimeNs time, TimeNs step, TimeNs span) const;
};

} // namespace lanes
