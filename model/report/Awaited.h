// Collectives in which some ranks wait while others have not entered.
#pragma once

#include "model/analysis/TraceAnalyses.h"
#include "model/report/Answers.h"

namespace lanes::report {

// A row for each rank of each such collective: the rank waits there, with its Python line, or it has not entered. A
// collective counts if its process group and number are known. Nothing if asked to stop. O(slices + collectives log
// collectives).
[[nodiscard]] std::optional<Table> awaited(TraceAnalyses& analyses, const Asked& asked,
                                           const std::stop_token& stop);

} // namespace lanes::report
