// The functions of a profile as a table.
#pragma once

#include "model/report/Answers.h"

#include <optional>
#include <stop_token>

namespace lanes::report {

// Without rows where the trace is no profile. No range and no filter narrows it: nothing of it has a time.
[[nodiscard]] std::optional<Table> functions(TraceAnalyses& analyses, const Asked& asked,
                                             const std::stop_token& stop);

} // namespace lanes::report
