// A table for Python: columns, written as collector/python/arrow/TableLayout.h has them.
#pragma once

#include "app/cli/tables/TableColumn.h"
#include "model/base/Result.h"
#include "model/report/Table.h"

#include <deque>
#include <string>

namespace lanes::cli {

// One thread.
class OutputTable {
public:
    // All columns get the same number of values. Stays where it is while others are added.
    TableColumn& column(std::string name, TableColumn::Kind kind) {
        return columns_.emplace_back(std::move(name), kind);
    }
    // Adds the columns that files have of an answer, with the rows of its order.
    void add(const report::Table& answer);
    // To an open file, from its beginning on. O(bytes).
    [[nodiscard]] Result<void> write(int descriptor);

private:
    std::deque<TableColumn> columns_;
};

} // namespace lanes::cli
