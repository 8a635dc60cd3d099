// The steps that led to a gap, as slices with the numbers of gapChain().
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
    Related related; // the slices of the steps, and the links from the launch to the work after the gap
};

// The steps of the gap around `time` on the lowest lane of `stream`. Nothing if the launch of the next work is not known,
// or if asked to stop. `origin` is of the same trace. O(slices of the stream); any thread, but not a window's.
[[nodiscard]] GapSteps gapSteps(const Trace& trace, const EventOrigin& origin, TrackId stream, TimeNs time,
                                const std::stop_token& stop = {});

} // namespace lanes
