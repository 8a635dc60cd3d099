// Kernels by name.
#pragma once

#include "model/analysis/device/KernelStats.h"
#include "model/report/Table.h"

namespace lanes::report {

// The rows of kernelStats(). Without data the table has columns only.
[[nodiscard]] Table kernelTable(const std::shared_ptr<const KernelData>& data,
                                std::shared_ptr<const std::vector<KernelRow>> rows);

} // namespace lanes::report
