// Runs queries over one trace and lists what a query can name.
#pragma once

#include "model/sql/Database.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace lanes {

class ReportTable;

// Any thread; one query at a time, others wait. Lists of words wait for nothing.
class QueryEngine {
public:
    struct Answer {
        std::shared_ptr<const ReportTable> rows; // null: an error, or no statement gave rows
        std::size_t found = 0;                   // rows; the table may hold fewer
        std::string error;                       // empty: none
        std::optional<std::size_t> wrongAt;      // byte of the query
        double seconds = 0;
    };
    struct Words {
        QStringList tables;  // with the words of SQL
        QStringList columns; // "dur", of all tables
        QStringList names;   // of events, the most frequent first
    };

    explicit QueryEngine(std::shared_ptr<const Trace> trace)
        : trace_(std::move(trace))
        , database_(trace_) {}

    [[nodiscard]] const std::shared_ptr<const Trace>& trace() const { return trace_; }
    [[nodiscard]] Answer ask(const std::string& sql, const std::stop_token& stop);
    // O(slices), and as long as the answers take.
    [[nodiscard]] Words words(const std::stop_token& stop);

private:
    std::mutex mutex_; // of database_
    std::shared_ptr<const Trace> trace_;
    sql::Database database_;
};

} // namespace lanes
