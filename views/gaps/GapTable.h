// The gaps of devices or of streams, as a table of the window: every gap, with its stretches below it.
#pragma once

#include "model/report/Gaps.h"
#include "views/shared/table/ReportTable.h"

#include <memory>
#include <vector>

namespace lanes {

class GapTable : public ReportTable {
public:
    // Keeps gaps with a word of `filter` in their names or causes; all if `filter` is empty. O(gaps and their stretches). Any
    // thread but the window's.
    [[nodiscard]] static std::shared_ptr<const GapTable> make(std::shared_ptr<const Trace> trace,
                                                              SessionGaps gaps, const QString& filter);
    GapTable(std::shared_ptr<const Trace> trace, std::shared_ptr<const SessionGaps> gaps,
             std::shared_ptr<const std::vector<report::GapRow>> rows);

    [[nodiscard]] const Trace& trace() const { return *trace_; }
    // The number and total length of all gaps in the range, explained or not.
    [[nodiscard]] std::int64_t found() const { return found_; }
    [[nodiscard]] TimeNs idle() const { return idle_; }
    [[nodiscard]] std::size_t explained() const { return gaps_->largest.size(); }
    // True: a device had work.
    [[nodiscard]] bool hasDevice() const { return !gaps_->devices.empty(); }
    [[nodiscard]] const SessionGap& gap(std::uint32_t row) const { return gaps_->largest[(*rows_)[row].gap]; }
    // Null: the row is a whole gap.
    [[nodiscard]] const WaitStretch* stretch(std::uint32_t row) const;
    [[nodiscard]] WaitCause cause(std::uint32_t row) const;
    // "GPU 0, Stream 7".
    [[nodiscard]] QString place(std::uint32_t row) const { return placeText(*trace_, gap(row)); }

    [[nodiscard]] TableCell cell(std::uint32_t row, int column, const Theme& theme) const override;

private:
    // The event named by a cell; none in other columns.
    [[nodiscard]] SliceId sliceIn(std::uint32_t row, int column) const;
    [[nodiscard]] static QString placeText(const Trace& trace, const SessionGap& gap);

    std::shared_ptr<const Trace> trace_;
    std::shared_ptr<const SessionGaps> gaps_;
    std::shared_ptr<const std::vector<report::GapRow>> rows_;
    std::int64_t found_ = 0;
    TimeNs idle_ = 0;
};

} // namespace lanes
