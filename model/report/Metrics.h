// The main figures of a session for scrapers, from the analyses that the tables of answers read.
#pragma once

#include "model/analysis/TraceAnalyses.h"

#include <optional>
#include <string>

namespace lanes::report {

// OpenMetrics text of a range; nothing: of the whole session. Steps are the steady ones. What is not known is left out.
[[nodiscard]] std::string metricsText(TraceAnalyses& analyses, std::optional<TimeRange> range);

} // namespace lanes::report
