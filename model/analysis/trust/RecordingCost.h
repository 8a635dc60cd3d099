// What recording cost the program, as its recorder measured it in the same run ("cost.*" of a session, FORMAT.md).
#pragma once

#include "model/base/Time.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lanes {

struct RecordingCost {
    // Steps that were recorded against others that were not: of runs with a schedule.
    struct Steps {
        std::int64_t recorded = 0; // how many
        std::int64_t others = 0;
        TimeNs recordedStep = 0; // medians
        TimeNs otherStep = 0;
        TimeNs error = 0; // of their difference
        [[nodiscard]] TimeNs difference() const { return recordedStep - otherStep; }
        // Whether the steps tell more than that it is less than `error`.
        [[nodiscard]] bool isSeen() const { return difference() > error; }
    };
    // What the probe took for an operator, of which it timed some. What torch takes to call it is not in it.
    struct Operators {
        TimeNs each = 0;
        std::int64_t timed = 0;
    };
    std::optional<Steps> steps;         // nothing: there were too few of either kind
    std::optional<Operators> operators; // nothing: there were too few
};

// Nothing of what other profilers have recorded. What a damaged file says of it is not believed. O(properties).
[[nodiscard]] RecordingCost recordingCost(const Trace& trace);
// "12 us +- 2 us a step (30 recorded, 60 not)", "210 ns an operator"; "not known" where nothing was measured.
[[nodiscard]] std::string costText(const RecordingCost& cost);

} // namespace lanes
