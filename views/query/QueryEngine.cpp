#include "views/query/QueryEngine.h"

#include "views/query/QueryRows.h"
#include "views/shared/table/ReportTable.h"
#include "views/shared/text/Text.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lanes {

namespace {

constexpr std::size_t kMostNames = 2'000;

// Of the statements that are run.
constexpr auto kKeywords = std::to_array<const char*>(
    {"select", "from",        "where",  "group", "by",       "order",     "limit",      "offset", "join",
     "left",   "on",          "using",  "as",    "and",      "or",        "not",        "in",     "like",
     "glob",   "between",     "is",     "null",  "distinct", "having",    "union",      "all",    "case",
     "when",   "then",        "else",   "end",   "with",     "exists",    "cast",       "desc",   "asc",
     "count",  "sum",         "avg",    "min",   "max",      "total",     "abs",        "round",  "coalesce",
     "iif",    "extract_arg", "create", "view",  "over",     "partition", "row_number", "lag",    "lead"});

QStringList namesOf(const Trace& trace, const std::stop_token& stop) {
    std::unordered_map<std::uint32_t, std::uint32_t> counts;
    for (const auto& segment : trace.segments()) {
        if (stop.stop_requested()) {
            return {};
        }
        for (const StringId name : segment->name) {
            ++counts[name.value];
        }
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> order; // count, name
    order.reserve(counts.size());
    for (const auto& [name, count] : counts) {
        order.emplace_back(count, name);
    }
    const std::size_t most = std::min(order.size(), kMostNames);
    std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(most), std::greater());
    QStringList names;
    for (std::size_t i = 0; i < most; ++i) {
        names << toQString(trace.text(StringId(order[i].second)));
    }
    return names;
}

} // namespace

QueryEngine::Answer QueryEngine::ask(const std::string& sql, const std::stop_token& stop) {
    const std::lock_guard lock(mutex_);
    const auto begin = std::chrono::steady_clock::now();
    Answer answer;
    QueryRows rows;
    const sql::RowSink sink{.head = [&](const std::vector<std::string>& names) { rows.setNames(names); },
                            .row = [&](std::span<const report::Value> values) { rows.add(values); },
                            .wrongAt = [&](std::size_t place) { answer.wrongAt = place; }};
    const Result<void> done = database_.query(sql, sink, {}, stop);
    answer.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (!done) {
        answer.error = done.error().message;
    } else if (rows.hasColumns()) {
        answer.found = rows.found();
        answer.rows = std::make_shared<const ReportTable>(std::move(rows).table(trace_));
    }
    return answer;
}

QueryEngine::Words QueryEngine::words(const std::stop_token& stop) {
    sql::Database database(trace_); // of its own: a query does not wait for this
    Words words;
    for (const char* word : kKeywords) {
        words.tables << QLatin1String(word);
    }
    if (const auto tables = database.tables(stop)) {
        for (const sql::TableInfo& table : tables.value()) {
            words.tables << toQString(table.name);
            for (const std::string& column : table.columns) {
                words.columns << toQString(column);
            }
        }
    }
    words.columns.removeDuplicates();
    words.tables << words.columns;
    for (QStringList* list : {&words.tables, &words.columns}) {
        list->removeDuplicates();
        list->sort(Qt::CaseInsensitive);
    }
    words.names = namesOf(*trace_, stop);
    return words;
}

} // namespace lanes
