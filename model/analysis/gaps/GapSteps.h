// What led to a gap, as slices to be numbered: the numbers are those of gapChain().
#pragma once

#include "model/analysis/operators/Related.h"
#include "model/trace/Trace.h"

#include <stop_token>
#include <vector>

namespace lanes {

struct GapStep {
    SliceId slice;
    int number = 0; // from 2: the gap itself is 1
};

struct GapSteps {
    std::vector<GapStep> steps;
    Related related; // the slices of the steps, and the way from the launch to what ended the gap
};

// Of the gap around `time` on the lowest lane of `stream`; nothing where the launch of what ended it is not known, or if
// asked to stop. `origin` is of the same trace. O(slices of the stream); any thread, but not a window's.
[[nodiscard]] GapSteps gapSteps(const Trace& trace, const EventOrigin& origin, TrackId stream, TimeNs time,
                                const std::stop_token& stop = {});

} // namespace lanes
