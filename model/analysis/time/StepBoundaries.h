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
    bool evaluation = false; // a batch without backward, if others train
};

struct StepBoundaries {
    std::string_view found; // the rule's name: "ProfilerStep", "DataLoader"; empty: there are no steps
    std::uint32_t track = 0;
    bool named = false; // steps have their own numbers: ProfilerStep#7
    bool byOptimizer = false;
    std::vector<StepBoundary> steps; // by time
};

// Uses the first of these rules that finds any steps:
//   1 two or more "ProfilerStep#N": each is a step;
//   2 a server's iterations ("execute_..._context...", "step[..."): each is a step;
//   3 two or more fetches of a DataLoader: each batch is a step. If there are optimizer steps, a batch with backward but
//     without an optimizer step (a micro batch) belongs to the next step, and a batch without backward is evaluation. A
//     batch with almost no operators belongs to the next step, too;
//   4 two or more optimizer steps: from the end of one to the end of the next. If the numbers of operators between them
//     repeat with a period of 2 to 8, a step is one period (a GAN, an optimizer for each parameter);
//   5 one "ProfilerStep#N";
//   6 a user's range that occurs at least three times, ignoring digits in its name, and covers half of the time from the
//     first to the last;
//   7 at least five launches of a graph;
//   8 the longest sequence of at least four outermost operators that occurs five times and covers half of all operators.
//     Layers within one call do not count;
//   9 the same for kernels, if no operators were recorded.
// O(slices log slices).
[[nodiscard]] StepBoundaries stepBoundaries(StepEvents& events);

} // namespace lanes
