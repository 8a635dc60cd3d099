// A table for Python: columns, written in the layout of collector/python/arrow/TableLayout.h.
#pragma once

#include "app/cli/tables/TableColumn.h"
#include "model/base/Result.h"
#include "model/report/Table.h"

#include <deque>
#include <string>

namespace lanes::cli {

// For use by one thread.
class OutputTable {
public:
    // Adds a column. All columns must get the same number of values. The reference stays valid while others are added.
    TableColumn& column(std::string name, TableColumn::Kind kind) {
        return columns_.emplace_back(std::move(name), kind);
    }
    // Adds the columns that files contain of an answer, with the rows in its order.
    void add(const report::Table& answer);
    // Writes to an open file, from its beginning. O(bytes).
    [[nodiscard]] Result<void> write(int descriptor);

private:
    std::deque<TableColumn> columns_;
};

} // namespace lanes::cli
