// What could be changed in the program as a table: every finding, and under it the places where it was seen.
#pragma once

#include "model/analysis/advice/Advice.h"
#include "views/shared/table/TableModel.h"

#include <QStringList>

#include <memory>
#include <vector>

namespace lanes {

enum class AdviceColumn : std::uint8_t { Finding, Saves, Bounds, Share, Confidence, Seen };
inline constexpr int kAdviceColumns = 6;

[[nodiscard]] std::vector<TableColumn> adviceColumns();

class AdviceTable : public TableModel {
public:
    struct Row {
        std::uint32_t finding = 0;
        SliceId place; // none: the finding's own row
        QString line;  // of the program, that led to the place; empty: not known
        std::uint32_t parent = kNone;
    };

    // Findings whose title, figures or remedy contain `filter`; all if it is empty. Any thread but a window's.
    AdviceTable(std::shared_ptr<const AdviceData> data, std::vector<Finding> findings, const QString& filter);

    [[nodiscard]] const AdviceData& data() const { return *data_; }
    [[nodiscard]] const Row& row(std::uint32_t row) const { return rows_[row]; }
    [[nodiscard]] const Finding& finding(std::uint32_t row) const { return findings_[rows_[row].finding]; }
    [[nodiscard]] std::uint32_t rowOf(std::string_view rule) const; // kNone: it found nothing
    // How many findings there are, with those that the filter leaves out.
    [[nodiscard]] std::size_t found() const { return findings_.size(); }
    [[nodiscard]] QString nameOf(SliceId place) const;   // as recorded
    [[nodiscard]] QString labelOf(SliceId place) const;  // as it is shown
    [[nodiscard]] QString momentOf(SliceId place) const; // since the session's begin
    // What rules would have needed and the session does not hold: "work of a GPU", "steps".
    [[nodiscard]] QStringList notRecorded() const;

    [[nodiscard]] std::uint32_t rows() const override { return static_cast<std::uint32_t>(rows_.size()); }
    [[nodiscard]] std::uint32_t parent(std::uint32_t row) const override { return rows_[row].parent; }
    [[nodiscard]] TableCell cell(std::uint32_t row, int column, const Theme& theme) const override;
    [[nodiscard]] int compare(std::uint32_t a, std::uint32_t b, int column) const override;
    [[nodiscard]] QString exact(std::uint32_t row, int column) const override;
    [[nodiscard]] std::uint64_t identity(std::uint32_t row) const override;

private:
    [[nodiscard]] TableCell placeCell(const Row& row, AdviceColumn column) const;

    std::shared_ptr<const AdviceData> data_;
    std::vector<Finding> findings_;
    std::vector<Row> rows_;
    TimeNs most_ = 1; // that one of them saves
};

// "0 to 341.3 ms": what a finding may save.
[[nodiscard]] QString savingBounds(const Finding& finding);

} // namespace lanes
