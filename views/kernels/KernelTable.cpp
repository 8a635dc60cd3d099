#include "views/kernels/KernelTable.h"

#include <algorithm>

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

} // namespace lanes
