// The idle times of a session's streams and devices with their causes: number and length for each, and the largest gaps
// of all.
#pragma once

#include "model/analysis/gaps/GapData.h"
#include "model/analysis/gaps/Gaps.h"
#include "model/analysis/gaps/WaitCause.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace lanes {

struct StreamIdle {
    TrackId track;
    std::int64_t gaps = 0;
    TimeNs idle = 0; // total length
};

// The idle times of a whole device; communication counts as running.
struct DeviceIdle {
    Device device;
    std::int64_t gaps = 0;
    TimeNs idle = 0;
    CauseTimes byCause{}; // sums to `idle`
};

struct SessionGap {
    TrackId track; // none: of a whole device
    StreamGap gap;
    SliceId launch;                  // launch of the work after the gap; none if not recorded
    SliceId op;                      // operator of that launch
    std::vector<WaitStretch> causes; // by time; they sum to the gap
};

enum class GapsOf : std::uint8_t { Both, Devices, Streams };

struct SessionGaps {
    std::vector<StreamIdle> streams; // streams that have gaps, in the order of the trace's tracks
    std::vector<DeviceIdle> devices; // devices that have work, in the order of Devices
    std::vector<SessionGap> largest; // longest first; of equal ones a stream's before its device's
};

// Gaps between the first and the last work in `range` (nothing: everywhere). Counts cover all streams and devices. The
// `most` longest gaps (0: all) of the requested kind get their causes; fewer if asked to stop. O(gaps log most + slices
// of the launching threads within those gaps).
[[nodiscard]] SessionGaps gapsOfSession(const GapData& data, std::optional<TimeRange> range, std::size_t most,
                                        GapsOf of = GapsOf::Both, const std::stop_token& stop = {});

} // namespace lanes
