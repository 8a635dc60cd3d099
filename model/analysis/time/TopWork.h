// The kernels or operators that took most time, as a list with little room shows them.
#pragma once

#include "model/analysis/device/KernelStats.h"
#include "model/analysis/operators/OperatorStats.h"

#include <string>
#include <vector>

namespace lanes {

struct TopWork {
    std::string name;     // kernels folded
    std::string recorded; // the name as it stands in the session
    Hue hue = Hue::Other;
    TimeNs time = 0;
    double share = 0; // of all of them
    std::int64_t calls = 0;
    SliceId slowest; // the call to go to
};

// The `most` with the most time, the longest first; those without any are left out, and copies and fills, which are no kernels.
// Any thread; O(rows log rows).
[[nodiscard]] std::vector<TopWork> topWork(const KernelData& data, const std::vector<KernelRow>& rows,
                                           std::size_t most);
// By one of the times of a row.
[[nodiscard]] std::vector<TopWork> topWork(const OperatorData& data, const std::vector<OperatorRow>& rows,
                                           TimeNs OperatorRow::*time, std::size_t most);

} // namespace lanes
