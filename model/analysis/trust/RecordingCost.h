// The cost of recording for the program, as the recorder measured it in the same run ("cost.*" of a session, FORMAT.md).
#pragma once

#include "model/base/Time.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lanes {

struct RecordingCost {
    // Recorded steps compared with unrecorded ones, for runs with a schedule.
    struct Steps {
        std::int64_t recorded = 0; // number of steps
        std::int64_t others = 0;
        TimeNs recordedStep = 0; // medians
        TimeNs otherStep = 0;
        TimeNs error = 0; // of the difference of the medians
        [[nodiscard]] TimeNs difference() const { return recordedStep - otherStep; }
        // True if the difference is larger than its error. Otherwise the steps only show that the cost is below `error`.
        [[nodiscard]] bool isSeen() const { return difference() > error; }
    };
    // The probe's time for an operator; it timed some of them. Torch's time to call the probe is not included.
    struct Operators {
        TimeNs each = 0;
        std::int64_t timed = 0;
    };
    std::optional<Steps> steps;         // nothing: too few of either kind
    std::optional<Operators> operators; // nothing: too few
};

// Empty for recordings of other profilers. Implausible values of damaged files are ignored. O(properties).
[[nodiscard]] RecordingCost recordingCost(const Trace& trace);
// "12 us +- 2 us a step (30 recorded, 60 not)", "210 ns an operator"; "not known" if nothing was measured.
[[nodiscard]] std::string costText(const RecordingCost& cost);

} // namespace lanes
