// Reads tables of a database for a trace: counts rows, reports damage, and answers a stop.
#pragma once

#include "model/io/import/ImportBuilder.h"
#include "model/io/sqlite/SqliteFile.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

// One thread. Keeps references to the file, the builder and the options.
class SqliteTables {
public:
    SqliteTables(const SqliteFile& file, ImportBuilder& builder, const OpenOptions& options);

    [[nodiscard]] const SqliteFile& sqlite() const { return file_; }
    [[nodiscard]] ImportBuilder& builder() const { return builder_; }

    // Calls body(const SqliteRows&) for each row of a table; columns are numbered in the order of `columns`. Ends early
    // if the trace is full. Throws Stopped.
    template<class Body>
    void each(std::string_view table, const std::vector<std::string_view>& columns, const Body& body) {
        SqliteRows rows = file_.rows(table, columns);
        while (!builder_.isFull() && rows.next()) {
            readOne();
            body(static_cast<const SqliteRows&>(rows));
        }
        builder_.look().now();
        tell(table, rows.damage());
    }

private:
    void readOne();
    void tell(std::string_view table, const std::string& damage);

    const SqliteFile& file_;
    ImportBuilder& builder_;
    const OpenOptions& options_;
    std::uint64_t rows_ = 0;
    std::uint64_t mostRows_ = 0;
};

} // namespace lanes
