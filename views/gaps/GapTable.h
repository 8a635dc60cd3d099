// Where devices or streams stood still, as a table: every gap, and under it its stretches with what proves them.
#pragma once

#include "model/analysis/gaps/SessionGaps.h"
#include "views/shared/table/TableModel.h"

#include <memory>
#include <vector>

namespace lanes {

enum class GapColumn : std::uint8_t { Where, Length, Cause, Sure, Proof, Begin, Until };
inline constexpr int kGapColumns = 7;

[[nodiscard]] std::vector<TableColumn> gapColumns();

class GapTable : public TableModel {
public:
    static constexpr std::uint32_t kWhole = 0xffffffffu;
    struct Row {
        std::uint32_t gap = 0;
        std::uint32_t stretch = kWhole; // of the gap; kWhole: the gap itself
        std::uint32_t parent = kNone;
        QString where;
    };

    // Gaps with a word of `filter` in their names or causes; all if it is empty. O(gaps and their stretches); any thread but a
    // window's.
    GapTable(std::shared_ptr<const Trace> trace, SessionGaps gaps, const QString& filter);

    [[nodiscard]] const Trace& trace() const { return *trace_; }
    // How many gaps there are in the range, and how long they are together: also those that are not explained.
    [[nodiscard]] std::int64_t found() const { return found_; }
    [[nodiscard]] TimeNs idle() const { return idle_; }
    [[nodiscard]] std::size_t explained() const { return gaps_.largest.size(); }
    // Whether anything ran on a device that could stand still.
    [[nodiscard]] bool hasDevice() const { return !gaps_.devices.empty(); }
    [[nodiscard]] const Row& row(std::uint32_t row) const { return rows_[row]; }
    [[nodiscard]] const SessionGap& gap(std::uint32_t row) const { return gaps_.largest[rows_[row].gap]; }
    // Null: the row is of the whole gap.
    [[nodiscard]] const WaitStretch* stretch(std::uint32_t row) const;
    [[nodiscard]] TimeRange range(std::uint32_t row) const;
    [[nodiscard]] WaitCause cause(std::uint32_t row) const;
    // 0 to 1, the mean over time.
    [[nodiscard]] double confidence(std::uint32_t row) const;
    // What shows the cause, of a gap what shows the longest stretch of it; none where nothing does.
    [[nodiscard]] SliceId proof(std::uint32_t row) const;
    [[nodiscard]] QString nameOf(SliceId slice) const;  // as recorded; empty of none
    [[nodiscard]] QString labelOf(SliceId slice) const; // as it is shown
    [[nodiscard]] QString momentOf(TimeNs time) const;  // since the session's begin

    [[nodiscard]] std::uint32_t rows() const override { return static_cast<std::uint32_t>(rows_.size()); }
    [[nodiscard]] std::uint32_t parent(std::uint32_t row) const override { return rows_[row].parent; }
    [[nodiscard]] TableCell cell(std::uint32_t row, int column, const Theme& theme) const override;
    [[nodiscard]] int compare(std::uint32_t a, std::uint32_t b, int column) const override;
    [[nodiscard]] QString exact(std::uint32_t row, int column) const override;
    [[nodiscard]] std::uint64_t identity(std::uint32_t row) const override;

private:
    void add(std::uint32_t gap, const QString& filter);
    [[nodiscard]] QString whereOf(const SessionGap& gap) const;

    std::shared_ptr<const Trace> trace_;
    SessionGaps gaps_;
    std::vector<Row> rows_;
    std::int64_t found_ = 0;
    TimeNs idle_ = 0;
    TimeNs longest_ = 1;
};

} // namespace lanes
