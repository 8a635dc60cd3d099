// The possible improvements of the program, as a table of the window: every finding, with its places below it.
#pragma once

#include "model/report/Advice.h"
#include "views/shared/table/ReportTable.h"

#include <QStringList>

#include <memory>
#include <vector>

namespace lanes {

class AdviceTable : public ReportTable {
public:
    // Keeps findings whose title, figures or remedy contain `filter`; all if `filter` is empty. Any thread but the window's.
    [[nodiscard]] static std::shared_ptr<const AdviceTable>
    make(std::shared_ptr<const AdviceData> data, std::vector<Finding> findings, const QString& filter);
    AdviceTable(std::shared_ptr<const AdviceData> data, std::shared_ptr<const std::vector<Finding>> findings,
                std::shared_ptr<const std::vector<report::AdviceRow>> rows);

    [[nodiscard]] const AdviceData& data() const { return *data_; }
    [[nodiscard]] const report::AdviceRow& row(std::uint32_t row) const { return (*rows_)[row]; }
    [[nodiscard]] const Finding& finding(std::uint32_t row) const {
        return (*findings_)[(*rows_)[row].finding];
    }
    [[nodiscard]] std::uint32_t rowOf(std::string_view rule) const; // kNone: the rule found nothing
    // The number of findings, including those that the filter leaves out.
    [[nodiscard]] std::size_t found() const { return findings_->size(); }
    [[nodiscard]] QString labelOf(SliceId place) const;  // as shown
    [[nodiscard]] QString momentOf(SliceId place) const; // since the begin of the session
    // Data that rules would have needed but the session lacks: "work of a GPU", "steps".
    [[nodiscard]] QStringList notRecorded() const;

    [[nodiscard]] TableCell cell(std::uint32_t row, int column, const Theme& theme) const override;

private:
    std::shared_ptr<const AdviceData> data_;
    std::shared_ptr<const std::vector<Finding>> findings_;
    std::shared_ptr<const std::vector<report::AdviceRow>> rows_;
};

} // namespace lanes
