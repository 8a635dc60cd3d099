// The relation of one clock to another: an offset that may grow steadily.
#pragma once

#include "model/base/Time.h"

#include <cmath>
#include <cstdint>
#include <string>

namespace lanes {

struct ClockLine {
    TimeNs offset = 0; // added to a time at `begin`, gives the other clock's time
    double drift = 0;  // growth of the offset, ns per ns; more than -1
    TimeNs begin = 0;

    // Converts a time to the other clock. The order of times is kept.
    [[nodiscard]] TimeNs moved(TimeNs time) const {
        return drift == 0 ? time + offset
                          : time + offset +
                                static_cast<TimeNs>(std::llround(drift * static_cast<double>(time - begin)));
    }
    [[nodiscard]] std::int64_t driftPerBillion() const { return std::llround(drift * 1e9); }
};

// The relation of a trace's clock to that of the job's first trace.
struct TraceClock : ClockLine {
    TimeNs error = 0;   // upper bound over all events of the trace
    std::string method; // how the relation is known, for people
};

} // namespace lanes
