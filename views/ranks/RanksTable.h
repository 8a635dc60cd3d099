// The collectives of a job's ranks as a table of the window: the rank that came last, the wait of the others, and the transfer.
#pragma once

#include "model/analysis/ranks/RankSteps.h"
#include "model/report/Ranks.h"
#include "views/shared/table/ReportTable.h"

#include <memory>
#include <vector>

namespace lanes {

// The rank that made the others wait most in the steady steps.
struct HoldUp {
    std::size_t rank = 0; // position in the records
    TimeNs perStep = 0;
};

class RanksTable : public ReportTable {
public:
    // Keeps collectives whose name or group contains `filter`; all if `filter` is empty.
    [[nodiscard]] static std::shared_ptr<const RanksTable> make(JobRanks job, const QString& filter);
    RanksTable(std::shared_ptr<const JobRanks> job, std::shared_ptr<const std::vector<std::uint32_t>> shown);

    [[nodiscard]] const JobRanks& job() const { return *job_; }
    [[nodiscard]] const RankSteps& steps() const { return steps_; }
    [[nodiscard]] const SharedCollective& collective(std::uint32_t row) const {
        return job_->collectives[(*shown_)[row]];
    }
    [[nodiscard]] QString rankName(std::size_t record) const; // "Rank 2"
    [[nodiscard]] const RankRecord& lastOf(const SharedCollective& one) const;
    // The records whose clocks cannot be related to that of the first record.
    [[nodiscard]] const std::vector<std::size_t>& apart() const { return apart_; }
    [[nodiscard]] QString apartText() const; // names of those ranks

    [[nodiscard]] TableCell cell(std::uint32_t row, int column, const Theme& theme) const override;
    [[nodiscard]] int compare(std::uint32_t a, std::uint32_t b, int column) const override;

private:
    [[nodiscard]] TableCell arrivals(const SharedCollective& one, const Theme& theme) const;

    std::shared_ptr<const JobRanks> job_;
    std::shared_ptr<const std::vector<std::uint32_t>> shown_;
    RankSteps steps_;
    std::vector<std::size_t> apart_;
    TimeNs widest_ = 1; // largest spread
};

} // namespace lanes
