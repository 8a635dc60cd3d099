// How the clock of a process or device stands to the session's, as somebody measured it. It is stored and shown; nobody
// moves anything by it unasked.
#pragma once

#include "model/base/Ids.h"
#include "model/base/Time.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanes {

// The session's time of a moment is: clock + offset + (clock - first sample's clock) * driftPerBillion / 10^9, give or take
// `error`.
struct Clock {
    // Both clocks read at one moment, as far as anybody can.
    struct Sample {
        TimeNs clock = 0;
        TimeNs session = 0;
        TimeNs error = 0; // they were read at most so far apart
    };
    ProcessId process; // whose clock it is; devices are processes too
    TimeNs offset = 0;
    std::int64_t driftPerBillion = 0;
    TimeNs error = 0;
    std::string method; // how it was measured, for people
    // Whether times of this process are the session's already. If not, they are the clock's own: they cannot be compared with
    // those of other processes.
    bool applied = true;
    // One clock may count from 1970 and the other one from the machine's start: what lies between says nothing then.
    [[nodiscard]] bool sameOrigin() const {
        constexpr TimeNs kYear = TimeNs{365} * 24 * 3'600'000'000'000;
        return -kYear < offset && offset < kYear;
    }
    std::vector<Sample> samples; // by time; may be empty
};

} // namespace lanes
