// The measured relation of a process's or device's clock to the session's clock. The session stores and shows it; no time
// is moved by it unless asked for.
#pragma once

#include "model/base/Ids.h"
#include "model/base/Time.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanes {

// The session's time of a moment is: clock + offset + (clock - first sample's clock) * driftPerBillion / 10^9, with an
// uncertainty of +-`error`.
struct Clock {
    // Both clocks read at one moment, as closely as possible.
    struct Sample {
        TimeNs clock = 0;
        TimeNs session = 0;
        TimeNs error = 0; // upper bound of the time between the two reads
    };
    ProcessId process; // whose clock it is; devices are processes too
    TimeNs offset = 0;
    std::int64_t driftPerBillion = 0;
    TimeNs error = 0;
    std::string method; // how the relation was measured, for people
    // True if times of this process are the session's already. If false, they are the clock's own and cannot be compared
    // with those of other processes.
    bool applied = true;
    // False if one clock may count from 1970 and the other from the machine's start: the offset then says nothing.
    [[nodiscard]] bool sameOrigin() const {
        constexpr TimeNs kYear = TimeNs{365} * 24 * 3'600'000'000'000;
        return -kYear < offset && offset < kYear;
    }
    std::vector<Sample> samples; // by time; may be empty
};

} // namespace lanes
