// What belongs to the backward pass: whatever runs within an operator of autograd, modules that a checkpoint computes once
// more as well.
#pragma once

#include "model/analysis/operators/CallContext.h"

#include <vector>

namespace lanes {

// By slice; empty where nothing does. O(slices).
[[nodiscard]] std::vector<bool> backwardSlices(const CallContext& context);
// By position in the forest's deviceWork(): launched by such an operator. Empty where nothing is.
[[nodiscard]] std::vector<bool> backwardWork(const CallContext& context);

} // namespace lanes
