// The times in which a recording was paused on request. A pause is neither idle time nor work.
#pragma once

#include "model/trace/Trace.h"

#include <vector>

namespace lanes {

class RecordingPauses {
public:
    explicit RecordingPauses(const Trace& trace); // O(tracks + pauses)

    [[nodiscard]] const std::vector<TimeRange>& all() const { return pauses_; } // in order
    // True if a pause overlaps the range. O(log pauses).
    [[nodiscard]] bool touch(TimeRange range) const;
    // The range without pauses at its ends; the range itself where nothing would be left.
    [[nodiscard]] TimeRange trimmed(TimeRange range) const;

private:
    std::vector<TimeRange> pauses_;
};

} // namespace lanes
