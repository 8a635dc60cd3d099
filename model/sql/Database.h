// Questions to a trace in SQL, answered by SQLite over tables that stay where they are.
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

// What a query may take. SQLite counts memory for the process: of queries at the same time the last to begin says how much all
// may have.
struct Limits {
    std::chrono::milliseconds time = std::chrono::minutes(5);
    std::size_t memory = std::size_t{1} << 30; // bytes of SQLite's own, such as what it sorts
    // Told, by a thread of its own, of a query that goes on for a second after its time. SQLite looks at no clock within one
    // call of a function such as instr(), and nothing else can end it. May be empty.
    std::function<void(const Error& late)> onOverdue;
};

// Takes the rows of a query one by one. Texts live until the call returns.
struct RowSink {
    std::function<void(const std::vector<std::string>& names)> head;
    std::function<void(std::span<const report::Value> values)> row;
};

struct TableInfo {
    std::string name;
    std::vector<std::string> columns; // those of SELECT *
};

// One thread at a time: indexes are made while a query runs, and SQLite's bound of memory is the process's.
class Database {
public:
    explicit Database(std::shared_ptr<const Trace> trace);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    // Runs the statements of `sql`, SELECT and CREATE VIEW, and hands on the rows of the last. Nothing else is allowed: no
    // file is read or written, nothing outlives the call. The error says what is wrong, or which limit was reached.
    [[nodiscard]] Result<void> query(std::string_view sql, const RowSink& sink, const Limits& limits = {},
                                     const std::stop_token& stop = {});

    // All tables by name. Those of answers are asked for their columns, which computes them; null at a stop.
    [[nodiscard]] Result<std::vector<TableInfo>> tables(const std::stop_token& stop = {});

private:
    class Shared;
    std::unique_ptr<Shared> shared_;
};

} // namespace lanes::sql
