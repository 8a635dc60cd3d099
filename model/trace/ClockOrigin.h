// The Unix time that a trace's own clock is tied to.
#pragma once

#include "model/base/Time.h"
#include "model/trace/Trace.h"

#include <optional>

namespace lanes {

// The Unix time of a trace's 0, in nanoseconds; nothing where the trace names none. Traces from before torch 2.2 need to
// name none: their times are Unix times.
[[nodiscard]] inline std::optional<TimeNs> clockOriginOf(const Trace& trace) {
    constexpr TimeNs kUnixTimes = 1'000'000'000'000'000'000; // since 2001
    if (trace.info().clockOriginUnixNs >= 0) {
        return trace.info().clockOriginUnixNs;
    }
    return trace.span().begin >= kUnixTimes ? std::optional<TimeNs>(0) : std::nullopt;
}

} // namespace lanes
