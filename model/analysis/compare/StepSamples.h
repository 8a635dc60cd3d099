// Finds the sample that a moment of a session belongs to.
#pragma once

#include "model/analysis/compare/SampledSteps.h"
#include "model/analysis/time/Steps.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lanes {

// The steps that lie entirely in a range. Keeps a reference to the session's steps.
class StepSamples {
public:
    explicit StepSamples(const SessionSteps& steps, std::optional<TimeRange> range = std::nullopt);

    [[nodiscard]] const SampledSteps& all() const { return samples_; }
    // Number of a rank's step that covers a moment; -1: none. O(log steps).
    [[nodiscard]] std::int64_t of(std::int64_t rank, TimeNs time) const;

private:
    const SessionSteps& steps_;
    std::vector<std::int64_t> numbers_; // by step; -1: not entirely in the range
    SampledSteps samples_;
};

} // namespace lanes
