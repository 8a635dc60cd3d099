// How the ruler writes a moment: since the session's begin, as the time of day, or since the step's begin.
#pragma once

#include "model/base/Time.h"
#include "model/trace/Trace.h"

#include <QString>

namespace lanes {

enum class RulerMode : std::uint8_t { Session, Clock, Step };

// The kind that comes next; those that the session cannot show are left out. `info` may be null.
[[nodiscard]] RulerMode after(RulerMode mode, const SessionInfo* info, bool hasSteps);

struct RulerTime {
    TimeNs origin = 0;      // written as 0
    TimeNs unixOrigin = -1; // Unix time at TimeNs 0: moments are times of day; -1: they are not

    // See momentText().
    [[nodiscard]] QString text(TimeNs time, TimeNs step, TimeNs span) const;
};

} // namespace lanes
