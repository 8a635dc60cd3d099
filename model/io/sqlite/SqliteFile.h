// Reads an SQLite file of another program as untrusted data. No code of its schema runs.
#pragma once

#include "model/base/Result.h"
#include "model/io/OpenTrace.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace lanes {

class InputFile;

// The rows of one table in its own order. One thread; must not outlive its file.
class SqliteRows {
public:
    // Goes to the next row. False at the end, which may be the begin of damage, or if asked to stop.
    [[nodiscard]] bool next();
    // Values of the current row, by position among the requested columns. Nothing if the value is NULL or of another
    // type, or the table has no such column.
    [[nodiscard]] std::optional<std::int64_t> integer(std::size_t column) const;
    [[nodiscard]] std::int64_t integer(std::size_t column, std::int64_t otherwise) const {
        return integer(column).value_or(otherwise);
    }
    [[nodiscard]] std::optional<double> number(std::size_t column) const; // also for an integer
    // Valid until the next row.
    [[nodiscard]] std::string_view text(std::size_t column) const;
    // The reason why the rows ended early, in SQLite's words; empty if they did not.
    [[nodiscard]] const std::string& damage() const { return damage_; }

private:
    friend class SqliteFile;
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };
    SqliteRows(sqlite3* file, sqlite3_stmt* statement, std::string damage)
        : file_(file)
        , statement_(statement)
        , damage_(std::move(damage)) {}

    sqlite3* file_;
    std::unique_ptr<sqlite3_stmt, Finalize> statement_; // null: there is no such table
    std::string damage_;
};

// One thread.
class SqliteFile {
public:
    // True if a file begins like SQLite's.
    [[nodiscard]] static bool recognises(std::string_view head);
    // A packed file is unpacked into memory, within options.memoryLimit. `options.stop` ends every read.
    [[nodiscard]] static Result<SqliteFile> open(const std::string& path, const OpenOptions& options);

    // Tables with rows of their own; no views and no virtual tables.
    [[nodiscard]] const std::set<std::string, std::less<>>& tables() const { return tables_; }
    [[nodiscard]] bool has(std::string_view table) const { return tables_.contains(table); }
    // Columns of a table by name. Missing columns read as NULL, missing tables as no rows.
    [[nodiscard]] SqliteRows rows(std::string_view table, const std::vector<std::string_view>& columns) const;
    [[nodiscard]] bool hasColumn(std::string_view table, std::string_view column) const;
    // An upper bound of the rows of a table. O(log rows).
    [[nodiscard]] std::uint64_t mostRows(std::string_view table) const;
    [[nodiscard]] const std::string& path() const { return path_; } // for messages
    [[nodiscard]] std::uint64_t size() const { return size_; }      // bytes on disk

private:
    struct Close {
        void operator()(sqlite3* file) const;
    };

    SqliteFile() = default;
    [[nodiscard]] std::string openFile();
    [[nodiscard]] std::string openPacked(const std::shared_ptr<const InputFile>& file,
                                         const OpenOptions& options);
    void distrust(const OpenOptions& options);
    [[nodiscard]] std::string listTables();

    std::string path_;
    std::uint64_t size_ = 0;
    std::shared_ptr<const InputFile> input_; // keeps the file of openablePath() alive
    std::unique_ptr<std::stop_token> stop_;
    std::unique_ptr<sqlite3, Close> file_;
    std::set<std::string, std::less<>> tables_;
};

} // namespace lanes
