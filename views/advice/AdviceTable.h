// What could be changed in the program as a table of the window: every finding, and its places below it.
#pragma once

#include "model/report/Advice.h"
#include "views/shared/table/ReportTable.h"

#include <QStringList>

#include <memory>
#include <vector>

namespace lanes {

class AdviceTable : public ReportTable {
public:
    // Findings whose title, figures or remedy contain `filter`; all if it is empty. Any thread but the window's.
    [[nodiscard]] static std::shared_ptr<const AdviceTable>
    make(std::shared_ptr<const AdviceData> data, std::vector<Finding> findings, const QString& filter);
    AdviceTable(std::shared_ptr<const AdviceData> data, std::shared_ptr<const std::vector<Finding>> findings,
                std::shared_ptr<const std::vector<report::AdviceRow>> rows);

    [[nodiscard]] const AdviceData& data() const { return *data_; }
    [[nodiscard]] const report::AdviceRow& row(std::uint32_t row) const { return (*rows_)[row]; }
    [[nodiscard]] const Finding& finding(std::uint32_t row) const {
        return (*findings_)[(*rows_)[row].finding];
    }
    [[nodiscard]] std::uint32_t rowOf(std::string_view rule) const; // kNone: it found nothing
    // How many findings there are, with those that the filter leaves out.
    [[nodiscard]] std::size_t found() const { return findings_->size(); }
    [[nodiscard]] QString labelOf(SliceId place) const;  // as it is shown
    [[nodiscard]] QString momentOf(SliceId place) const; // since the session's begin
    // What rules would have needed and the session does not hold: "work of a GPU", "steps".
    [[nodiscard]] QStringList notRecorded() const;

    [[nodiscard]] TableCell cell(std::uint32_t row, int column, const Theme& theme) const override;

private:
    std::shared_ptr<const AdviceData> data_;
    std::shared_ptr<const std::vector<Finding>> findings_;
    std::shared_ptr<const std::vector<report::AdviceRow>> rows_;
};

} // namespace lanes
