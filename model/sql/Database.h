// SQL queries on a trace, answered by SQLite over tables that are read in place.
#pragma once

#include "model/base/Result.h"
#include "model/report/Value.h"
#include "model/trace/Trace.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::sql {

// The limits of a query. SQLite counts memory per process: of simultaneous queries, the last to begin sets the limit for
// all.
struct Limits {
    std::chrono::milliseconds time = std::chrono::minutes(5);
    std::size_t memory = std::size_t{1} << 30; // bytes of SQLite's own memory, also for sorting
    // Called on a separate thread, for a query that still runs a second after its time. SQLite checks no clock within one
    // call of a function such as instr(), and nothing else can end it. May be empty.
    std::function<void(const Error& late)> onOverdue;
};

// Receives the rows of a query one by one. Texts are valid until the call returns.
struct RowSink {
    std::function<void(const std::vector<std::string>& names)> head;
    std::function<void(std::span<const report::Value> values)> row;
    // Told the byte of the query at which it is wrong, where SQLite knows it. May be empty.
    std::function<void(std::size_t place)> wrongAt;
};

struct TableInfo {
    std::string name;
    std::vector<std::string> columns; // the columns of SELECT *
};

// One thread at a time: indexes are made while a query runs, and SQLite's memory limit is that of the process.
class Database {
public:
    explicit Database(std::shared_ptr<const Trace> trace);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    // Runs the statements of `sql`, SELECT and CREATE VIEW, and passes on the rows of the last. Nothing else is allowed:
    // no file is read or written, and no view outlives the call. The error names the problem, or the limit that was
    // reached.
    [[nodiscard]] Result<void> query(std::string_view sql, const RowSink& sink, const Limits& limits = {},
                                     const std::stop_token& stop = {});

    // All tables by name. Columns of answers are found by computing the answers; null at a stop.
    [[nodiscard]] Result<std::vector<TableInfo>> tables(const std::stop_token& stop = {});

private:
    class Shared;
    std::unique_ptr<Shared> shared_;
};

} // namespace lanes::sql
