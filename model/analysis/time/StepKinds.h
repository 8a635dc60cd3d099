// Classifies each step of a rank: warm-up, compilation, evaluation, a stub, a hiccup, or steady.
#pragma once

#include "model/analysis/time/StepBoundaries.h"
#include "model/analysis/time/Steps.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

struct KindOfStep {
    StepKind kind = StepKind::Steady;
    std::string why; // "2.4x the median after it, 8 cudaMalloc"; empty for steady ones
};

struct StepKinds {
    std::vector<KindOfStep> kinds;     // in the order of the steps
    std::optional<SteadySteps> steady; // nothing without a steady step
};

// O(steps^2 log steps + steps log slices). More than 5,000 steps count as one phase.
[[nodiscard]] StepKinds stepKinds(StepEvents& events, const StepBoundaries& found);

} // namespace lanes
