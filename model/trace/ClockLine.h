// How one clock stands to another: apart by an offset that may grow steadily.
#pragma once

#include "model/base/Time.h"

#include <cmath>
#include <cstdint>
#include <string>

namespace lanes {

struct ClockLine {
    TimeNs offset = 0; // to add to a time at `begin` to get the other clock's
    double drift = 0;  // that the offset grows by, ns per ns; more than -1
    TimeNs begin = 0;

    // What was later or at the same moment is so afterwards.
    [[nodiscard]] TimeNs moved(TimeNs time) const {
        return drift == 0 ? time + offset
                          : time + offset +
                                static_cast<TimeNs>(std::llround(drift * static_cast<double>(time - begin)));
    }
    [[nodiscard]] std::int64_t driftPerBillion() const { return std::llround(drift * 1e9); }
};

// How the clock of a trace stands to that of the job's first one.
struct TraceClock : ClockLine {
    TimeNs error = 0;   // at most, over all of its events
    std::string method; // how that is known, for people
};

} // namespace lanes
