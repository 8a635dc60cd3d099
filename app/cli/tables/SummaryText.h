// The output of `lanescope info`.
#pragma once

#include "model/analysis/time/SessionSummary.h"
#include "model/trace/Trace.h"

#include <string>

namespace lanes::cli {

// One JSON object with a line end.
[[nodiscard]] std::string summaryJson(const Trace& trace, const SessionSummary& summary);
// Text for people.
[[nodiscard]] std::string summaryText(const Trace& trace, const SessionSummary& summary);

} // namespace lanes::cli
