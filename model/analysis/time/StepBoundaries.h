// Finds the begin and end of each step of a rank.
#pragma once

#include "model/analysis/time/StepEvents.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace lanes {

struct StepBoundary {
    TimeRange range;
    SliceId slice;           // the step's own slice, or one that begins it; may be invalid
    bool evaluation = false; // a batch without backward, where others train
};

struct StepBoundaries {
    std::string_view found; // the rule's name: "ProfilerStep", "DataLoader"; empty: there are no steps
    std::uint32_t track = 0;
    bool named = false; // steps have their own numbers: ProfilerStep#7
    bool byOptimizer = false;
    std::vector<StepBoundary> steps; // by time
};

// Uses the first of these rules that finds any steps:
//  1 two or more "ProfilerStep#N": each is a step;
//  2 a server's iterations ("execute_..._context...", "step[..."): each is a step;
//  3 two or more fetches of a DataLoader: a batch ends a step if an optimizer stepped in it. A batch with backward only is a
//    micro batch; one without backward, where others train, is evaluation; one that brought nothing belongs to the next;
//  4 two or more optimizer steps, from the end of one to the end of the next. Where the operator counts repeat with a period of 2
//    to 8, a step is one period (a GAN, an optimizer for each parameter);
//  5 one "ProfilerStep#N";
//  6 a user's range, digits apart, that comes three times and covers half of its stretch;
//  7 launches of a graph, five at least;
//  8 the longest sequence of at least four outermost operators that comes five times and covers half of all, but not layers within
//    one call; 9 where no operators were recorded, kernels likewise.
// O(slices log slices).
[[nodiscard]] StepBoundaries stepBoundaries(StepEvents& events);

} // namespace lanes
