// The steps (iterations) of a session: the unit in which training is thought about.
#pragma once

#include "model/trace/Trace.h"

#include <string>
#include <vector>

namespace lanes {

struct Step {
    std::string label;       // what the step row writes: "Step 6", "3"
    std::int64_t number = 0; // what `--step N` means: N of ProfilerStep#N, else counted from 1
    TimeRange range;
    TrackId track; // thread that went through the step
    SliceId slice; // the range that is the step or begins it
};

// In time order, from one thread (the one with most of them). By the first of these rules that finds any:
//  1 two or more user ranges "ProfilerStep#N": each is a step;
//  2 two or more fetches of a DataLoader ("enumerate(DataLoader)#..."): from one fetch to the next;
//  3 one "ProfilerStep#N";
//  4 two or more "Optimizer.step#...": from the end of one to the end of the next.
// Fetches or optimizer steps within one another count once. O(slices), one pass over names; any thread.
[[nodiscard]] std::vector<Step> findSteps(const Trace& trace);

// The step that covers `t`, or nullptr. Steps may leave gaps. O(log steps).
[[nodiscard]] const Step* stepAt(const std::vector<Step>& steps, TimeNs t);

} // namespace lanes
