// Where the streams of a session stood still, and why: of every stream how often and how long, and the largest gaps of all.
#pragma once

#include "model/analysis/device/GapCause.h"
#include "model/analysis/device/Gaps.h"

#include <memory>
#include <optional>
#include <vector>

namespace lanes {

struct StreamIdle {
    TrackId track;
    std::int64_t gaps = 0;
    TimeNs idle = 0; // all of them together
};

struct SessionGap {
    TrackId track;
    StreamGap gap;
    SliceId launch;                // of what ended it; none where it is not recorded
    SliceId op;                    // that launched it
    std::optional<GapCause> cause; // nothing without a launch
};

struct SessionGaps {
    std::vector<StreamIdle> streams; // that have gaps, as the trace has its tracks
    std::vector<SessionGap> largest; // longest first
};

// Gaps that begin in `range` (nothing: everywhere), of which the `most` longest are explained (0: all).
// O(slices of the streams + slices of the launching threads within the explained gaps).
[[nodiscard]] SessionGaps gapsOfSession(const std::shared_ptr<const Trace>& trace,
                                        std::optional<TimeRange> range, std::size_t most);

} // namespace lanes
