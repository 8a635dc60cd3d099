// Makes the rows and columns of a DataTable from the table of an answer (model/report).
#pragma once

#include "model/report/Table.h"
#include "views/shared/table/TableModel.h"

#include <string_view>
#include <vector>

namespace lanes {

// Returns the columns that the window shows, in their order. `table` may have no rows.
[[nodiscard]] std::vector<TableColumn> columnsOf(const report::Table& table);
// Returns the position of a column among columnsOf(); -1 if the window has no column with that key.
[[nodiscard]] int columnNamed(const report::Table& table, std::string_view key);
// Translates a text that is marked with `translatable("Report", ...)` into the user's language.
[[nodiscard]] QString reportText(std::string_view text);

class ReportTable : public TableModel {
public:
    explicit ReportTable(report::Table table);

    [[nodiscard]] const report::Table& report() const { return table_; }
    [[nodiscard]] int column(std::string_view key) const { return columnNamed(table_, key); }
    // The text of a cell, formatted for people.
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
    // True: rows of this row's level have the column.
    [[nodiscard]] bool has(std::uint32_t row, const report::Column& column) const;
    [[nodiscard]] QString peopleText(const report::Column& column, const report::Value& value) const;
    void draw(TableCell& cell, std::uint32_t row, std::size_t column, const report::Value& value,
              const Theme& theme) const;

    report::Table table_;
    std::vector<const report::Column*> columns_; // the columns that the window shows
    std::vector<double> largest_;                // largest value of each column that has bars
};

} // namespace lanes
