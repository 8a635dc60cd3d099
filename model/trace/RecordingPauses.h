// When a recording recorded nothing, because it was told so: what lies there is neither idle nor work.
#pragma once

#include "model/trace/Trace.h"

#include <vector>

namespace lanes {

class RecordingPauses {
public:
    explicit RecordingPauses(const Trace& trace); // O(tracks + pauses)

    [[nodiscard]] const std::vector<TimeRange>& all() const { return pauses_; } // in order
    [[nodiscard]] bool touch(TimeRange range) const;                            // O(log pauses)
    // Without pauses at its ends; the range itself where nothing would be left.
    [[nodiscard]] TimeRange trimmed(TimeRange range) const;

private:
    std::vector<TimeRange> pauses_;
};

} // namespace lanes
