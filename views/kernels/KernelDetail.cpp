#include "views/kernels/KernelDetail.h"

#include "model/base/StoppableSort.h"

#include <algorithm>
#include <utility>

namespace lanes {

KernelTable::KernelTable(std::shared_ptr<const KernelData> data, KernelQuery query,
                         std::shared_ptr<const std::vector<KernelRow>> rows)
    : ReportTable(report::kernelTable(data, rows))
    , data_(std::move(data))
    , query_(std::move(query))
    , rows_(std::move(rows)) {
    for (const KernelRow& row : *rows_) {
        launches_ += row.calls;
    }
}

std::uint32_t KernelTable::rowNamed(StringId name) const {
    const auto at = std::ranges::find(*rows_, name, &KernelRow::name);
    return at == rows_->end() ? kNone : static_cast<std::uint32_t>(at - rows_->begin());
}

std::optional<KernelDetail> kernelDetail(const KernelTable& table, std::uint32_t row,
                                         const std::stop_token& stop) {
    const std::vector<TimeNs>& duration = table.data().duration;
    KernelDetail detail;
    detail.slowest = table.row(row).works;
    std::vector<TimeNs> times;
    times.reserve(detail.slowest.size());
    for (const std::uint32_t work : detail.slowest) {
        times.push_back(duration[work]);
    }
    detail.spread = Spread::of(std::move(times), stop);
    const auto longer = [&duration](std::uint32_t a, std::uint32_t b) { return duration[a] > duration[b]; };
    return sortStoppably(detail.slowest, longer, stop) ? std::optional(std::move(detail)) : std::nullopt;
}

} // namespace lanes
