// The doctor's result as a table: groups with their lines.
#pragma once

#include "app/doctor/DoctorRun.h"
#include "views/shared/table/TableModel.h"

#include <vector>

namespace lanes {

class DoctorTable : public TableModel {
public:
    explicit DoctorTable(std::vector<DoctorLine> lines);

    [[nodiscard]] static std::vector<TableColumn> tableColumns();
    [[nodiscard]] static QString stateText(DoctorLine::State state);
    [[nodiscard]] static QColor colorOf(DoctorLine::State state, const Theme& theme);
    // Null for the row of a group.
    [[nodiscard]] const DoctorLine* line(std::uint32_t row) const;
    [[nodiscard]] int count(DoctorLine::State state) const;
    // The first line that is not good, else the first line; kNone without lines.
    [[nodiscard]] std::uint32_t worst() const;
    // The text that `lanescope doctor` prints.
    [[nodiscard]] QString asText() const;

    [[nodiscard]] std::uint32_t rows() const override { return static_cast<std::uint32_t>(rows_.size()); }
    [[nodiscard]] std::uint32_t parent(std::uint32_t row) const override { return rows_[row].parent; }
    [[nodiscard]] TableCell cell(std::uint32_t row, int column, const Theme& theme) const override;
    [[nodiscard]] int compare(std::uint32_t a, std::uint32_t b, int column) const override;
    [[nodiscard]] QString exact(std::uint32_t row, int column) const override;
    [[nodiscard]] std::uint64_t identity(std::uint32_t row) const override { return row; }

private:
    struct Row {
        int line = -1; // -1: the group's own row
        QString group;
        std::uint32_t parent = kNone;
    };

    std::vector<DoctorLine> lines_;
    std::vector<Row> rows_;
};

} // namespace lanes
