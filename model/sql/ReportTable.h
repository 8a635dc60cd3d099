// Any report::Table as an SQL table: each answer of the registry, and the small tables of a trace.
#pragma once

#include "model/report/Answers.h"
#include "model/sql/SqlTable.h"

#include <memory>
#include <stop_token>

namespace lanes::sql {

// Has its columns for files, with the same names, and the hidden column `slice_id`: the event that a row leads to.
[[nodiscard]] std::unique_ptr<SqlTable> reportTable(report::Table table);

// The table of an answer. It takes three arguments: the begin and the end of a range in ns, and a filter. Keeps a
// reference to `analyses`. Null: stopped.
[[nodiscard]] std::unique_ptr<SqlTable> answerTable(const report::Answer& answer, std::string_view by,
                                                    TraceAnalyses& analyses, const std::stop_token& stop);

} // namespace lanes::sql
