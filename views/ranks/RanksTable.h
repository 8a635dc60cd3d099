// The collectives of a job's ranks as a table: who came last to each, how long the others waited, and the transfer.
#pragma once

#include "model/analysis/ranks/RankSteps.h"
#include "views/shared/table/TableModel.h"

#include <memory>
#include <vector>

namespace lanes {

enum class RanksColumn : std::uint8_t {
    Collective,
    Begin,
    Arrivals,
    Spread,
    Last,
    Error,
    Waited,
    Bytes,
    Transfer,
    Bandwidth
};
inline constexpr int kRanksColumns = 10;

[[nodiscard]] std::vector<TableColumn> ranksColumns();

class RanksTable : public TableModel {
public:
    // Collectives whose name or group contains `filter`; all if it is empty.
    RanksTable(JobRanks job, const QString& filter);

    [[nodiscard]] const JobRanks& job() const { return job_; }
    [[nodiscard]] const RankSteps& steps() const { return steps_; }
    [[nodiscard]] const SharedCollective& collective(std::uint32_t row) const {
        return job_.collectives[rows_[row]];
    }
    [[nodiscard]] QString rankName(std::size_t record) const; // "Rank 2"
    [[nodiscard]] const RankRecord& lastOf(const SharedCollective& one) const;
    [[nodiscard]] TimeNs errorOf(const SharedCollective& one) const;   // of its clocks, the largest
    [[nodiscard]] static TimeNs waitedIn(const SharedCollective& one); // by all
    // Since the first record's first event.
    [[nodiscard]] TimeNs beginOf(const SharedCollective& one) const;
    // Records whose clocks nothing ties to the first one's.
    [[nodiscard]] const std::vector<std::size_t>& apart() const { return apart_; }
    [[nodiscard]] QString apartText() const; // their names

    [[nodiscard]] std::uint32_t rows() const override { return static_cast<std::uint32_t>(rows_.size()); }
    [[nodiscard]] TableCell cell(std::uint32_t row, int column, const Theme& theme) const override;
    [[nodiscard]] int compare(std::uint32_t a, std::uint32_t b, int column) const override;
    [[nodiscard]] QString exact(std::uint32_t row, int column) const override;
    [[nodiscard]] std::uint64_t identity(std::uint32_t row) const override;

private:
    [[nodiscard]] TableCell arrivals(const SharedCollective& one, const Theme& theme) const;
    [[nodiscard]] std::int64_t valueOf(const SharedCollective& one, RanksColumn column) const;

    JobRanks job_;
    RankSteps steps_;
    std::vector<std::uint32_t> rows_; // positions among the collectives
    std::vector<std::size_t> apart_;
    TimeNs widest_ = 1; // spread
};

// What one rank gave, for each second of the transfer; -1: not known.
[[nodiscard]] std::int64_t bytesPerSecond(const SharedCollective& one);

} // namespace lanes
