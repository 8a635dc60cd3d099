// Marks as a table: name, moment, length, and origin.
#pragma once

#include "views/shared/session/SessionMarks.h"
#include "views/shared/table/TableModel.h"

#include <vector>

namespace lanes {

enum class MarkColumn : std::uint8_t { Name, Begin, Length, From };
inline constexpr int kMarkColumns = 4;

[[nodiscard]] std::vector<TableColumn> markColumns();

class MarkTable : public TableModel {
public:
    // Keeps marks with `filter` in their names; all if `filter` is empty. Times count from `origin`.
    MarkTable(const std::vector<SessionMark>& marks, TimeNs origin, const QString& filter);

    [[nodiscard]] const SessionMark& mark(std::uint32_t row) const { return marks_[row]; }
    [[nodiscard]] QString titleOf(std::uint32_t row) const; // its name, or a text that it has none
    [[nodiscard]] QString momentOf(std::uint32_t row) const;
    [[nodiscard]] QString fromOf(std::uint32_t row) const;

    [[nodiscard]] std::uint32_t rows() const override { return static_cast<std::uint32_t>(marks_.size()); }
    [[nodiscard]] TableCell cell(std::uint32_t row, int column, const Theme& theme) const override;
    [[nodiscard]] int compare(std::uint32_t a, std::uint32_t b, int column) const override;
    [[nodiscard]] QString exact(std::uint32_t row, int column) const override;
    [[nodiscard]] std::uint64_t identity(std::uint32_t row) const override { return marks_[row].id; }

private:
    std::vector<SessionMark> marks_;
    TimeNs origin_;
};

} // namespace lanes
