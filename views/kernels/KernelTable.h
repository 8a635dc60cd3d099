// The rows of kernelStats() as a table.
#pragma once

#include "model/analysis/device/KernelStats.h"
#include "model/analysis/text/KernelName.h"
#include "views/shared/table/TableModel.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace lanes {

enum class KernelColumn : std::uint8_t {
    Name,
    Launches,
    Time,
    Share,
    Mean,
    Min,
    Max,
    Grid,
    Block,
    Registers,
    Shared,
    BlocksPerSm,
    Waves,
    Occupancy,
    Tensor,
    Operator,
    Shapes,
    Delay,
    Queued,
};
inline constexpr int kKernelColumns = 19;

[[nodiscard]] std::vector<TableColumn> kernelColumns();
// "328\u00d73\u00d716", or the blocks alone where they stand in one row.
[[nodiscard]] QString gridText(const LaunchShape& shape);

class KernelTable : public TableModel {
public:
    KernelTable(std::shared_ptr<const KernelData> data, KernelQuery query, std::vector<KernelRow> rows);

    [[nodiscard]] const KernelData& data() const { return *data_; }
    [[nodiscard]] const KernelQuery& query() const { return query_; }
    [[nodiscard]] const KernelRow& row(std::uint32_t row) const { return rows_[row]; }
    [[nodiscard]] std::int64_t launches() const { return launches_; }
    // "elementwise<Mul>": readable, for people.
    [[nodiscard]] QString nameOf(std::uint32_t row) const;
    [[nodiscard]] const TensorCoreVerdict& tensorCores(std::uint32_t row) const {
        return texts_[row].verdict;
    }
    [[nodiscard]] const KernelData::Launch& launchOf(std::uint32_t row) const {
        return data_->launches[rows_[row].launch];
    }
    // Input shapes of an operator's calls, for people.
    [[nodiscard]] QString shapesText(StringId dims) const;
    // The row of a kernel's name; kNone if there is none. O(rows).
    [[nodiscard]] std::uint32_t rowNamed(StringId name) const;

    [[nodiscard]] std::uint32_t rows() const override { return static_cast<std::uint32_t>(rows_.size()); }
    [[nodiscard]] TableCell cell(std::uint32_t row, int column, const Theme& theme) const override;
    [[nodiscard]] int compare(std::uint32_t a, std::uint32_t b, int column) const override;
    [[nodiscard]] QString exact(std::uint32_t row, int column) const override;
    [[nodiscard]] std::uint64_t identity(std::uint32_t row) const override { return rows_[row].name.value; }

private:
    struct Texts {
        std::string name;
        int shade = 0; // of the name as recorded
        TensorCoreVerdict verdict;
    };
    [[nodiscard]] double number(std::uint32_t row, KernelColumn column) const; // -1 not known
    [[nodiscard]] QString numberText(std::uint32_t row, KernelColumn column) const;
    [[nodiscard]] QString gridText(std::uint32_t row) const;
    [[nodiscard]] TableCell occupancyCell(std::uint32_t row) const;
    [[nodiscard]] TableCell tensorCell(std::uint32_t row) const;
    [[nodiscard]] QString ownerText(std::uint32_t row, KernelColumn column) const;

    std::shared_ptr<const KernelData> data_;
    KernelQuery query_;
    std::vector<KernelRow> rows_;
    std::vector<Texts> texts_;
    std::int64_t launches_ = 0;
    TimeNs total_ = 0;
    TimeNs largest_ = 0;
};

} // namespace lanes
