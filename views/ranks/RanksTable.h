// The collectives of a job's ranks as a table of the window: who came last to each, how long the others waited, and the transfer.
#pragma once

#include "model/analysis/ranks/RankSteps.h"
#include "model/report/Ranks.h"
#include "views/shared/table/ReportTable.h"

#include <memory>
#include <vector>

namespace lanes {

class RanksTable : public ReportTable {
public:
    // Collectives whose name or group contains `filter`; all if it is empty.
    [[nodiscard]] static std::shared_ptr<const RanksTable> make(JobRanks job, const QString& filter);
    RanksTable(std::shared_ptr<const JobRanks> job, std::shared_ptr<const std::vector<std::uint32_t>> shown);

    [[nodiscard]] const JobRanks& job() const { return *job_; }
    [[nodiscard]] const RankSteps& steps() const { return steps_; }
    [[nodiscard]] const SharedCollective& collective(std::uint32_t row) const {
        return job_->collectives[(*shown_)[row]];
    }
    [[nodiscard]] QString rankName(std::size_t record) const; // "Rank 2"
    [[nodiscard]] const RankRecord& lastOf(const SharedCollective& one) const;
    // Records whose clocks nothing ties to the first one's.
    [[nodiscard]] const std::vector<std::size_t>& apart() const { return apart_; }
    [[nodiscard]] QString apartText() const; // their names

    [[nodiscard]] TableCell cell(std::uint32_t row, int column, const Theme& theme) const override;
    [[nodiscard]] int compare(std::uint32_t a, std::uint32_t b, int column) const override;

private:
    [[nodiscard]] TableCell arrivals(const SharedCollective& one, const Theme& theme) const;

    std::shared_ptr<const JobRanks> job_;
    std::shared_ptr<const std::vector<std::uint32_t>> shown_;
    RankSteps steps_;
    std::vector<std::size_t> apart_;
    TimeNs widest_ = 1; // spread
};

} // namespace lanes
