// Moments that the recorded program or the user of its recording marked: lanescope.mark, lanescope ctl mark, marks of
// NVTX.
#pragma once

#include "model/trace/Trace.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace lanes {

struct RecordedMark {
    TimeNs time = 0;
    std::uint32_t point = 0; // index in the trace's points
    StringId name;
};

// The first `most` marks in order of time. O(points); empty when stopped.
[[nodiscard]] std::vector<RecordedMark> recordedMarks(const Trace& trace, std::size_t most,
                                                      const std::stop_token& stop = {});

} // namespace lanes
