// Any report::Table as a table of SQL: each answer of the registry, and the small tables of a trace.
#pragma once

#include "model/report/Answers.h"
#include "model/sql/SqlTable.h"

#include <memory>
#include <stop_token>

namespace lanes::sql {

// Its columns for files, named as they are there, and `slice_id`, hidden: the event that a row leads to.
[[nodiscard]] std::unique_ptr<SqlTable> reportTable(report::Table table);

// The same of an answer, which takes three arguments: the begin and the end of a range in ns, and a filter. Refers to `analyses`.
// Null: stopped.
[[nodiscard]] std::unique_ptr<SqlTable> answerTable(const report::Answer& answer, std::string_view by,
                                                    TraceAnalyses& analyses, const std::stop_token& stop);

} // namespace lanes::sql
