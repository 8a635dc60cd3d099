// The differences between two sessions, as a table.
#pragma once

#include "model/analysis/compare/SessionDiff.h"
#include "views/shared/table/TableModel.h"

#include <memory>
#include <vector>

namespace lanes {

enum class CompareColumn : std::uint8_t { Name, Calls, TimeA, TimeB, Delta, Balance, Bound, Verdict };
inline constexpr int kCompareColumns = 8;

[[nodiscard]] std::vector<TableColumn> compareColumns();
// "slower", "only in B".
[[nodiscard]] QString diffStatusText(DiffStatus status);
// Formats an amount of one side with its unit: "12.1 ms", for profiles without times also "12 samples".
[[nodiscard]] QString amountText(const std::optional<ProfileMetric>& metric, std::int64_t amount);
// "+18.1 ms", with a true minus sign; "0" for no difference.
[[nodiscard]] QString deltaText(const std::optional<ProfileMetric>& metric, std::int64_t delta);

class CompareTable : public TableModel {
public:
    // Keeps rows whose name contains `filter`; all if `filter` is empty.
    CompareTable(std::shared_ptr<const SessionDiff> diff, const QString& filter);

    [[nodiscard]] const SessionDiff& diff() const { return *diff_; }
    [[nodiscard]] const DiffRow& row(std::uint32_t row) const { return diff_->rows[rows_[row]]; }
    [[nodiscard]] TimeNs delta() const { return delta_; } // sum of all its rows
    // The colour of a difference: more time is bad, less is good. A difference that is not significant is grey.
    [[nodiscard]] static QColor colorOf(const DiffRow& row, const Theme& theme);

    [[nodiscard]] std::uint32_t rows() const override { return static_cast<std::uint32_t>(rows_.size()); }
    [[nodiscard]] TableCell cell(std::uint32_t row, int column, const Theme& theme) const override;
    [[nodiscard]] int compare(std::uint32_t a, std::uint32_t b, int column) const override;
    [[nodiscard]] QString exact(std::uint32_t row, int column) const override;
    [[nodiscard]] std::uint64_t identity(std::uint32_t row) const override;

private:
    std::shared_ptr<const SessionDiff> diff_;
    std::vector<std::uint32_t> rows_; // indices of the diff's rows
    TimeNs delta_ = 0;
    double largest_ = 1; // ns; largest absolute value of all differences and their bounds
};

} // namespace lanes
