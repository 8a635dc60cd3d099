// What the panel says while nothing is selected: where the time of the session or of the brush went, and on what.
#pragma once

#include "model/analysis/TraceAnalyses.h"

#include <optional>
#include <string>
#include <vector>

namespace lanes {

struct SessionDigest {
    struct Top {
        std::string name; // folded
        Hue hue = Hue::Other;
        int shade = 0; // of the name as recorded
        TimeNs time = 0;
        std::int64_t calls = 0;
        SliceId slowest;
    };
    TimeRange range;
    bool hasDevice = false;
    TimeNs busy = 0; // of all devices together
    int devices = 0;
    std::int64_t launches = 0; // kernels, copies and sets that start in the range; without a device operators
    SplitTimes split;          // sums to the range
    std::vector<Top> tops;     // kernels by device time; without a device operators by their own CPU time
};

inline constexpr std::size_t kDigestTops = 11;

// `brush`: nothing for the whole session. Nothing if asked to stop. Any thread but the UI's.
[[nodiscard]] std::optional<SessionDigest>
sessionDigest(TraceAnalyses& analyses, std::optional<TimeRange> brush, const std::stop_token& stop);

} // namespace lanes
