// The rows of operatorStats() as a table of the window.
#pragma once

#include "model/analysis/device/Roofline.h"
#include "model/report/Operators.h"
#include "views/shared/table/ReportTable.h"

#include <memory>
#include <vector>

namespace lanes {

class OperatorTable : public ReportTable {
public:
    OperatorTable(const report::OperatorSource& source, OperatorQuery query);

    [[nodiscard]] const OperatorData& data() const { return *data_; }
    [[nodiscard]] const OperatorQuery& query() const { return query_; }
    [[nodiscard]] const OperatorRow& row(std::uint32_t row) const { return (*rows_)[row]; }
    [[nodiscard]] std::int64_t calls() const { return calls_; }
    // The text beside the name of a row: shapes, place in the program or pass. Empty: none.
    [[nodiscard]] QString placeOf(std::uint32_t row) const;
    // The rows with a place below the device's roof, longest first. hueOf() is the colour by the kernels that they launch.
    [[nodiscard]] const std::vector<RooflinePoint>& points() const { return points_; }
    [[nodiscard]] Hue hueOf(const RooflinePoint& point) const { return hues_[point.row]; }
    // Returns the row that counts a call of an operator; kNone if the grouping does not tell. O(rows).
    [[nodiscard]] std::uint32_t rowOf(std::uint32_t op) const;

private:
    void findPoints();
    [[nodiscard]] std::uint32_t treeRowOf(std::uint32_t op) const;
    [[nodiscard]] StringId nameOf(std::uint32_t op) const;

    std::shared_ptr<const OperatorData> data_;
    OperatorQuery query_;
    std::shared_ptr<const std::vector<OperatorRow>> rows_;
    std::vector<RooflinePoint> points_;
    std::vector<Hue> hues_; // by row, for rows that are points; empty without points
    std::int64_t calls_ = 0;
};

} // namespace lanes
