// What the panel says about the launches of one row of the kernel table: how their times spread, and which are the slowest.
#pragma once

#include "views/kernels/KernelTable.h"
#include "views/shared/controls/Histogram.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace lanes {

struct KernelDetail {
    Spread spread;
    std::vector<std::uint32_t> slowest; // works, longest first
};

// Nothing if asked to stop. O(launches log launches); any thread.
[[nodiscard]] std::optional<KernelDetail> kernelDetail(const KernelTable& table, std::uint32_t row,
                                                       const std::stop_token& stop = {});

} // namespace lanes
