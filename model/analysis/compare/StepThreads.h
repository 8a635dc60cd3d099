// The threads whose operators a step waits for: the one that goes through the steps, and those of its process that run the
// backward pass. Workers and other threads run beside a step and add nothing to its time.
#pragma once

#include "model/analysis/operators/OperatorData.h"

#include <vector>

namespace lanes {

// Immutable.
class StepThreads {
public:
    explicit StepThreads(const OperatorData& data); // O(operators)

    // All threads count in a session without steps.
    [[nodiscard]] bool counts(TrackId track) const { return counted_.empty() || counted_[track.value]; }

private:
    std::vector<bool> counted_; // by track; empty: there are no steps
};

} // namespace lanes
