// The registry: a row for each answer that is a table. `lanescope stats --by`, `lanescope table`, Python's Session.table() and the
// window's list of answers come from it.
#pragma once

#include "model/analysis/TraceAnalyses.h"
#include "model/analysis/text/Filter.h"
#include "model/report/Table.h"

#include <optional>
#include <span>
#include <stop_token>
#include <string_view>

namespace lanes::report {

// What is asked of a session.
struct Asked {
    std::string_view by;            // one of Answer::by
    std::optional<TimeRange> range; // what starts in it; nothing: the whole session
    Filter filter;
};

struct Answer {
    std::string_view key; // of `lanescope table` and Python
    std::span<const std::string_view>
        by;                 // words of `stats --by` that lead here; the first is used where none is named
    std::string_view row;   // what one row is called: the table in SQL has this name and the key
    const char* title;      // translatable, context "Report"
    std::string_view about; // for --help: "the nodes of CUDA graphs"
    bool hasView;           // the window has a view of its own for it
    bool takesFilter;       // false: its rows are no single events, and Asked::filter is left aside
    // Nothing if asked to stop. Any thread but a window's.
    std::optional<Table> (*make)(TraceAnalyses& analyses, const Asked& asked, const std::stop_token& stop);
};

[[nodiscard]] std::span<const Answer> answers();
// Null where there is none. O(answers).
[[nodiscard]] const Answer* answerNamed(std::string_view key);
[[nodiscard]] const Answer* answerBy(std::string_view word);

} // namespace lanes::report
