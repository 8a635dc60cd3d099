// The places where the host waited for the device.
#pragma once

#include "model/analysis/TraceAnalyses.h"
#include "model/report/Answers.h"

namespace lanes::report {

// A row for each program line and operator (.item(), nonzero(), .cpu(), synchronize(), a blocking copy) that made the
// host wait. It has the number and the length of the waits, and the idle time that they caused on the device. Nothing if
// asked to stop. O(slices + waits log slices).
[[nodiscard]] std::optional<Table> syncPoints(TraceAnalyses& analyses, const Asked& asked,
                                              const std::stop_token& stop);

} // namespace lanes::report
