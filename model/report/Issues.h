// The limits of a session's data quality.
#pragma once

#include "model/analysis/trust/Ledger.h"
#include "model/report/Answers.h"

#include <memory>

namespace lanes::report {

// A row for each kind of loss, repair, unmatched end, clock error, broken rule and missing record. `ledger` is of
// `trace`; the table keeps both alive. O(entries).
[[nodiscard]] Table issueTable(const std::shared_ptr<const Trace>& trace,
                               const std::shared_ptr<const Ledger>& ledger);

// The registry's answer: issueTable(). A range keeps the issues that are first seen in it. Nothing if asked to stop. O(slices + points + links log links).
[[nodiscard]] std::optional<Table> issues(TraceAnalyses& analyses, const Asked& asked,
                                          const std::stop_token& stop);

} // namespace lanes::report
