// A table of an answer (model/report) as the rows and columns of a DataTable.
#pragma once

#include "model/report/Table.h"
#include "views/shared/table/TableModel.h"

#include <string_view>
#include <vector>

namespace lanes {

// The columns of the window, in their order; `table` may be without rows.
[[nodiscard]] std::vector<TableColumn> columnsOf(const report::Table& table);
// The position of a column among them; -1 where the window has none of that key.
[[nodiscard]] int columnNamed(const report::Table& table, std::string_view key);
// A text that `translatable("Report", ...)` marks, in the user's language.
[[nodiscard]] QString reportText(std::string_view text);

class ReportTable : public TableModel {
public:
    explicit ReportTable(report::Table table);

    [[nodiscard]] const report::Table& report() const { return table_; }
    [[nodiscard]] int column(std::string_view key) const { return columnNamed(table_, key); }
    // The text of a cell as people read it.
    [[nodiscard]] QString text(std::uint32_t row, std::string_view key) const;
    [[nodiscard]] QString exact(std::uint32_t row, std::string_view key) const {
        return exact(row, column(key));
    }
    [[nodiscard]] QColor colorOf(std::uint32_t row, const Theme& theme) const;

    [[nodiscard]] std::uint32_t rows() const override { return table_.rows; }
    [[nodiscard]] TableCell cell(std::uint32_t row, int column, const Theme& theme) const override;
    [[nodiscard]] int compare(std::uint32_t a, std::uint32_t b, int column) const override;
    [[nodiscard]] QString exact(std::uint32_t row, int column) const override;
    [[nodiscard]] std::uint64_t identity(std::uint32_t row) const override {
        return table_.identity ? table_.identity(row) : row;
    }
    [[nodiscard]] std::uint32_t parent(std::uint32_t row) const override {
        return table_.parent ? table_.parent(row) : kNone;
    }

private:
    // Whether rows of the row's level have the column.
    [[nodiscard]] bool has(std::uint32_t row, const report::Column& column) const;
    [[nodiscard]] QString peopleText(const report::Column& column, const report::Value& value) const;
    void draw(TableCell& cell, std::uint32_t row, std::size_t column, const report::Value& value,
              const Theme& theme) const;

    report::Table table_;
    std::vector<const report::Column*> columns_; // of the window
    std::vector<double> largest_;                // of each of them that has bars
};

} // namespace lanes
