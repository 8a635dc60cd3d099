// A session, or a range of it, in a few figures: the use of time, and the largest work.
#pragma once

#include "model/analysis/TraceAnalyses.h"
#include "model/analysis/time/TopWork.h"

#include <optional>
#include <vector>

namespace lanes {

struct SessionDigest {
    TimeRange range;
    bool hasDevice = false;
    TimeNs busy = 0; // sum over all devices
    int devices = 0;
    std::int64_t launches = 0; // kernels, copies and sets that start in the range; without a device operators
    SplitTimes split;          // sums to the range
    std::vector<TopWork> tops; // kernels by device time; without a device operators by self CPU time
};

inline constexpr std::size_t kDigestTops = 11;

// `range`: nothing for the whole session. Nothing if asked to stop. Any thread, but not a window's.
[[nodiscard]] std::optional<SessionDigest>
sessionDigest(TraceAnalyses& analyses, std::optional<TimeRange> range, const std::stop_token& stop);

} // namespace lanes
