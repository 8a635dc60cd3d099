// What the overview says about a range, worked out at once.
#pragma once

#include "model/analysis/TraceAnalyses.h"
#include "model/analysis/time/Overview.h"

#include <optional>
#include <string>
#include <vector>

namespace lanes {

struct OverviewNumbers {
    // An operator or a kernel, with the call to go to.
    struct Top {
        std::string name; // kernels folded
        Hue hue = Hue::Other;
        int shade = 0; // of the name as recorded
        TimeNs time = 0;
        double share = 0; // of all of them
        SliceId slowest;
    };
    struct Memory {
        std::string device; // "1:0", as Kineto numbers them
        std::int64_t peak = 0;
        TimeNs at = 0;
    };

    Overview overview;
    std::vector<Top> operators; // by device time; by CPU time without a device
    std::vector<Top> kernels;
    std::optional<Memory> memory; // the device with the highest peak
    std::vector<DeviceLimits> devices;
    std::optional<int> occupancy; // per cent, mean over kernel time
    TimeNs overhead = 0;          // that the profiler says it took, in slices of its own
    bool hasOverhead = false;     // there are such slices
    bool hasDevice = false;
    bool empty = true; // nothing was recorded at all
};

inline constexpr std::size_t kTopCount = 24;

// Nothing if asked to stop. Any thread.
[[nodiscard]] std::optional<OverviewNumbers> overviewNumbers(TraceAnalyses& analyses, TimeRange focus,
                                                             std::optional<TimeRange> brush,
                                                             const std::stop_token& stop);

} // namespace lanes
