// What each step of a rank is: warm-up, compilation, evaluation, a stub, a hiccup, or steady work.
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
    std::string why; // "2.4x the median after it, 8 cudaMalloc"; empty of steady ones
};

struct StepKinds {
    std::vector<KindOfStep> kinds;     // as the steps
    std::optional<SteadySteps> steady; // nothing without a steady step
};

// O(steps^2 log steps + steps log slices); more than 5,000 steps count as one phase.
[[nodiscard]] StepKinds stepKinds(StepEvents& events, const StepBoundaries& found);

} // namespace lanes
