// The main figures of a session for scrapers, from the same analyses as the tables of answers.
#pragma once

#include "model/analysis/TraceAnalyses.h"

#include <optional>
#include <string>

namespace lanes::report {

// OpenMetrics text for a range; nothing: for the whole session. Step figures cover steady steps. Unknown figures are left
// out.
[[nodiscard]] std::string metricsText(TraceAnalyses& analyses, std::optional<TimeRange> range);

} // namespace lanes::report
