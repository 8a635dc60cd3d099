// The use of time in each step of a session.
#pragma once

#include "model/analysis/time/Overview.h"
#include "model/report/Answers.h"

namespace lanes::report {

// The steps of an overview; with `whole`, a last row "all" for its range.
[[nodiscard]] Table stepTable(std::shared_ptr<const Overview> overview, bool whole);

// The registry's answer.
[[nodiscard]] std::optional<Table> steps(TraceAnalyses& analyses, const Asked& asked,
                                         const std::stop_token& stop);

} // namespace lanes::report
