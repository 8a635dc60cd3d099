// Rows of a query as the table of an answer, so that the one table of the window shows and exports them.
#pragma once

#include "model/report/Table.h"

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace lanes {

// Collects rows on one thread; then table() is immutable.
class QueryRows {
public:
    // An empty cell is null.
    using Cell = std::variant<std::monostate, std::int64_t, double, std::string>;
    static constexpr std::size_t kMost = 100'000; // rows that are kept; the others are counted

    void setNames(const std::vector<std::string>& names) { names_ = names; }
    // Texts are copied.
    void add(std::span<const report::Value> values);

    [[nodiscard]] std::size_t found() const { return found_; }
    [[nodiscard]] bool hasColumns() const { return !names_.empty(); }
    // Takes the rows. A column `id` or `slice_id` leads to the event of that number, if the trace has it.
    [[nodiscard]] report::Table table(std::shared_ptr<const Trace> trace) &&;

private:
    std::vector<std::string> names_;
    std::vector<std::vector<Cell>> rows_;
    std::size_t found_ = 0;
};

} // namespace lanes
