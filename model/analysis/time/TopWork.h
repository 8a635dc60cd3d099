// The kernels or operators with the most time, for lists with little room.
#pragma once

#include "model/analysis/device/KernelStats.h"
#include "model/analysis/operators/OperatorStats.h"

#include <string>
#include <vector>

namespace lanes {

struct TopWork {
    std::string name;     // kernels folded
    std::string recorded; // the name in the session
    Hue hue = Hue::Other;
    TimeNs time = 0;
    double share = 0; // of the time of all of them
    std::int64_t calls = 0;
    SliceId slowest; // the call to link to
};

// The `most` kernels with the most time, the longest first. Left out are rows without time, and copies and fills, which
// are no kernels. Any thread; O(rows log rows).
[[nodiscard]] std::vector<TopWork> topWork(const KernelData& data, const std::vector<KernelRow>& rows,
                                           std::size_t most);
// Operators by one of the times of a row.
[[nodiscard]] std::vector<TopWork> topWork(const OperatorData& data, const std::vector<OperatorRow>& rows,
                                           TimeNs OperatorRow::*time, std::size_t most);

} // namespace lanes
