// The rows of operatorStats() as a table.
#pragma once

#include "model/analysis/device/Roofline.h"
#include "views/shared/table/TableModel.h"

#include <array>
#include <memory>
#include <vector>

namespace lanes {

enum class OperatorColumn : std::uint8_t {
    Name,   // or what the rows are grouped by
    Shapes, // or the place in the program
    Calls,
    SelfCpu,
    TotalCpu,
    SelfDevice,
    TotalDevice,
    Share, // of device time; of CPU time where there is no device
    MeanDevice,
    MaxDevice,
    Mean,
    Min,
    Max,
    Deviation,
    Allocated,
    Freed,
    Flops,
    Bytes,
    FlopRate,
    ByteRate,
    Intensity,
};
inline constexpr int kOperatorColumns = 21;

// What a session has decides which columns are of use at first.
[[nodiscard]] std::vector<TableColumn> operatorColumns(OperatorGroup group, bool hasDevice, bool hasShapes);

class OperatorTable : public TableModel {
public:
    OperatorTable(std::shared_ptr<const OperatorData> data, OperatorQuery query,
                  std::vector<OperatorRow> rows);

    [[nodiscard]] const OperatorData& data() const { return *data_; }
    [[nodiscard]] const std::shared_ptr<const OperatorData>& sharedData() const { return data_; }
    [[nodiscard]] const OperatorQuery& query() const { return query_; }
    [[nodiscard]] const OperatorRow& row(std::uint32_t row) const { return rows_[row]; }
    [[nodiscard]] std::int64_t calls() const { return calls_; }
    [[nodiscard]] bool hasDevice() const { return totals_[1] > 0; }
    // Rows that have a place below the roof of the device, longest first, and what colours them: the kernels they launch.
    [[nodiscard]] const std::vector<RooflinePoint>& points() const { return points_; }
    [[nodiscard]] Hue hueOf(const RooflinePoint& point) const;
    // The row that counts a call of an operator; kNone where grouping does not say. O(rows).
    [[nodiscard]] std::uint32_t rowOf(std::uint32_t op) const;

    [[nodiscard]] std::uint32_t rows() const override { return static_cast<std::uint32_t>(rows_.size()); }
    [[nodiscard]] TableCell cell(std::uint32_t row, int column, const Theme& theme) const override;
    [[nodiscard]] int compare(std::uint32_t a, std::uint32_t b, int column) const override;
    [[nodiscard]] QString exact(std::uint32_t row, int column) const override;
    [[nodiscard]] std::uint64_t identity(std::uint32_t row) const override;
    [[nodiscard]] std::uint32_t parent(std::uint32_t row) const override { return rows_[row].parent; }

private:
    void findPoints();
    [[nodiscard]] double number(const OperatorRow& row, OperatorColumn column) const;
    [[nodiscard]] QString numberText(const OperatorRow& row, OperatorColumn column) const;
    [[nodiscard]] QString nameOf(const OperatorRow& row) const;
    [[nodiscard]] QString passText(const OperatorRow& row) const;
    [[nodiscard]] TableCell placeCell(const OperatorRow& row) const;
    [[nodiscard]] double share(const OperatorRow& row) const;
    [[nodiscard]] std::uint32_t treeRowOf(std::uint32_t op) const;
    [[nodiscard]] StringId nameOf(std::uint32_t op) const;

    std::shared_ptr<const OperatorData> data_;
    OperatorQuery query_;
    std::vector<OperatorRow> rows_;
    std::vector<RooflinePoint> points_;
    std::vector<Hue> hues_;          // of the work of rows that are points; empty without any
    std::array<TimeNs, 2> totals_{}; // self CPU, self device
    std::array<double, kOperatorColumns> largest_{};
    std::int64_t calls_ = 0;
};

} // namespace lanes
