// Where the host waited for the device.
#pragma once

#include "model/analysis/TraceAnalyses.h"
#include "model/report/Answers.h"

namespace lanes::report {

// A row for each line of the program and operator (.item(), nonzero(), .cpu(), synchronize(), a blocking copy) that made the host
// wait: how often, for how long, and how long the device stood still because of it. Nothing if asked to stop.
// O(slices + waits log slices).
[[nodiscard]] std::optional<Table> syncPoints(TraceAnalyses& analyses, const Asked& asked,
                                              const std::stop_token& stop);

} // namespace lanes::report
