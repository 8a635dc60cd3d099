// The panel's data about the launches of one row of the kernel table: the distribution of their times, and the slowest ones.
#pragma once

#include "model/analysis/device/KernelStats.h"
#include "model/report/Kernels.h"
#include "views/shared/controls/Histogram.h"
#include "views/shared/table/ReportTable.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace lanes {

// The rows of kernelStats() as a table of the window.
class KernelTable : public ReportTable {
public:
    KernelTable(std::shared_ptr<const KernelData> data, KernelQuery query,
                std::shared_ptr<const std::vector<KernelRow>> rows);

    [[nodiscard]] const KernelData& data() const { return *data_; }
    [[nodiscard]] const KernelQuery& query() const { return query_; }
    [[nodiscard]] const KernelRow& row(std::uint32_t row) const { return (*rows_)[row]; }
    [[nodiscard]] std::int64_t launches() const { return launches_; }
    [[nodiscard]] const KernelData::Launch& launchOf(std::uint32_t row) const {
        return data_->launches[(*rows_)[row].launch];
    }
    // Returns the row of a kernel's name; kNone if there is none. O(rows).
    [[nodiscard]] std::uint32_t rowNamed(StringId name) const;

private:
    std::shared_ptr<const KernelData> data_;
    KernelQuery query_;
    std::shared_ptr<const std::vector<KernelRow>> rows_;
    std::int64_t launches_ = 0;
};

struct KernelDetail {
    Spread spread;
    std::vector<std::uint32_t> slowest; // indices of works, longest first
};

// Returns nothing if stopped. O(launches log launches); any thread.
[[nodiscard]] std::optional<KernelDetail> kernelDetail(const KernelTable& table, std::uint32_t row,
                                                       const std::stop_token& stop = {});

} // namespace lanes
