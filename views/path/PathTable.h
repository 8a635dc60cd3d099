// A critical path as a table, summed up by kind, name, module or line.
#pragma once

#include "model/analysis/path/PathRows.h"
#include "views/shared/table/TableModel.h"

#include <memory>
#include <vector>

namespace lanes {

enum class PathColumn : std::uint8_t { Name, Time, Share, Visits, Slack };
inline constexpr int kPathColumns = 5;

[[nodiscard]] std::vector<TableColumn> pathColumns();
[[nodiscard]] QString pathKindText(PathKind kind); // "Host", as people call it
[[nodiscard]] QColor pathKindColor(PathKind kind, const Theme& theme);

// The path through a range, and where its events come from.
struct FoundPath {
    std::shared_ptr<const PathGraph> graph;
    std::shared_ptr<const PathOrigins> origins;
    CriticalPath path;
};

class PathTable : public TableModel {
public:
    // Rows whose name contains `filter`; all if it is empty.
    PathTable(std::shared_ptr<const FoundPath> found, std::vector<PathRow> rows, PathBy by,
              const QString& filter);

    [[nodiscard]] const std::shared_ptr<const FoundPath>& found() const { return found_; }
    [[nodiscard]] const PathRow& row(std::uint32_t row) const { return rows_[row]; }
    [[nodiscard]] PathBy by() const { return by_; }
    [[nodiscard]] TimeNs total() const { return found_->path.range.length(); }
    [[nodiscard]] QString nameOf(std::uint32_t row) const;
    [[nodiscard]] QString labelOf(std::uint32_t index) const; // the name as it is shown
    [[nodiscard]] QColor colorOf(std::uint32_t row, const Theme& theme) const;

    [[nodiscard]] std::uint32_t rows() const override { return static_cast<std::uint32_t>(rows_.size()); }
    [[nodiscard]] TableCell cell(std::uint32_t row, int column, const Theme& theme) const override;
    [[nodiscard]] int compare(std::uint32_t a, std::uint32_t b, int column) const override;
    [[nodiscard]] QString exact(std::uint32_t row, int column) const override;
    [[nodiscard]] std::uint64_t identity(std::uint32_t row) const override;

private:
    std::shared_ptr<const FoundPath> found_;
    std::vector<PathRow> rows_;
    PathBy by_;
    TimeNs longest_ = 1;
};

} // namespace lanes
