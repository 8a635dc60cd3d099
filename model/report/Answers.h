// The registry: one row for each answer that is a table. It defines `lanescope stats --by`, `lanescope table`, Python's
// Session.table() and the window's list of answers.
#pragma once

#include "model/analysis/TraceAnalyses.h"
#include "model/analysis/text/Filter.h"
#include "model/report/Table.h"

#include <optional>
#include <span>
#include <stop_token>
#include <string_view>

namespace lanes::report {

// The parameters of a request to a session.
struct Asked {
    std::string_view by;            // one of Answer::by
    std::optional<TimeRange> range; // counts events that start in it; nothing: the whole session
    Filter filter;
};

struct Answer {
    std::string_view key;                 // name in `lanescope table` and Python
    std::span<const std::string_view> by; // words of `stats --by` for this answer; the first is the default
    std::string_view row;                 // name of one row: the SQL table has this name and the key
    const char* title;                    // translatable, context "Report"
    std::string_view about;               // for --help: "the nodes of CUDA graphs"
    bool hasView;                         // the window has a view of its own for this answer
    bool takesFilter; // false: its rows are no single events, and Asked::filter is ignored
    // Nothing if asked to stop. Any thread but a window's.
    std::optional<Table> (*make)(TraceAnalyses& analyses, const Asked& asked, const std::stop_token& stop);
};

[[nodiscard]] std::span<const Answer> answers();
// Null if there is no such answer. O(answers).
[[nodiscard]] const Answer* answerNamed(std::string_view key);
[[nodiscard]] const Answer* answerBy(std::string_view word);

} // namespace lanes::report
