// A critical path as a table of the window, summed by kind, name, module or line.
#pragma once

#include "model/report/Path.h"
#include "views/shared/table/ReportTable.h"

#include <memory>
#include <vector>

namespace lanes {

class PathTable : public ReportTable {
public:
    // Keeps rows whose name contains `filter`; all if `filter` is empty.
    [[nodiscard]] static std::shared_ptr<const PathTable> make(std::shared_ptr<const report::FoundPath> found,
                                                               std::vector<PathRow> rows, PathBy by,
                                                               const QString& filter);
    PathTable(std::shared_ptr<const report::FoundPath> found,
              std::shared_ptr<const std::vector<PathRow>> rows, PathBy by);

    [[nodiscard]] const std::shared_ptr<const report::FoundPath>& found() const { return found_; }
    [[nodiscard]] const PathRow& row(std::uint32_t row) const { return (*rows_)[row]; }
    [[nodiscard]] PathBy by() const { return by_; }
    [[nodiscard]] TimeNs total() const { return found_->path.range.length(); }
    [[nodiscard]] QString label(std::uint32_t row) const; // the name as shown
    // The kind for people: "Host". Empty for modules and lines.
    [[nodiscard]] QString kindText(std::uint32_t row) const;

    [[nodiscard]] TableCell cell(std::uint32_t row, int column, const Theme& theme) const override;

private:
    std::shared_ptr<const report::FoundPath> found_;
    std::shared_ptr<const std::vector<PathRow>> rows_;
    PathBy by_;
};

} // namespace lanes
