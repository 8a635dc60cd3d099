// Where the streams and the devices of a session stood still, and why: of each how often and how long, and the largest
// gaps of all.
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
    TimeNs idle = 0; // all of them together
};

// Of a device on which nothing at all ran; communication counts as running.
struct DeviceIdle {
    Device device;
    std::int64_t gaps = 0;
    TimeNs idle = 0;
    CauseTimes byCause{}; // sums to `idle`
};

struct SessionGap {
    TrackId track; // none: of its device as a whole
    StreamGap gap;
    SliceId launch;                  // of what ended it; none where it is not recorded
    SliceId op;                      // that launched it
    std::vector<WaitStretch> causes; // by time; they sum to the gap
};

enum class GapsOf : std::uint8_t { Both, Devices, Streams };

struct SessionGaps {
    std::vector<StreamIdle> streams; // that have gaps, as the trace has its tracks
    std::vector<DeviceIdle> devices; // that have work, as Devices has them
    std::vector<SessionGap> largest; // longest first; of equal ones a stream's before its device's
};

// Gaps that lie between the first and the last work in `range` (nothing: everywhere). Counts are of all streams and devices. The
// `most` longest gaps (0: all) of those asked for are explained; fewer if asked to stop. O(gaps log most + slices of the launching
// threads within the explained gaps).
[[nodiscard]] SessionGaps gapsOfSession(const GapData& data, std::optional<TimeRange> range, std::size_t most,
                                        GapsOf of = GapsOf::Both, const std::stop_token& stop = {});

} // namespace lanes
