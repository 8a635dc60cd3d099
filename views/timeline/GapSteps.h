// What led to a gap, as slices to be numbered on the rows: the numbers are those of the chain that the details panel lists.
#pragma once

#include "model/trace/Trace.h"
#include "views/shared/Spot.h"
#include "views/timeline/Related.h"

#include <memory>
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

// Nothing where the launch of what ended the gap is not known. O(slices of the row); any thread but the UI's.
[[nodiscard]] GapSteps gapSteps(const std::shared_ptr<const Trace>& trace, const Spot& gap);

} // namespace lanes
