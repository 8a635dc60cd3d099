// Which sample a moment of a session belongs to.
#pragma once

#include "model/analysis/compare/SampledSteps.h"
#include "model/analysis/time/Steps.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lanes {

// The steps that lie in a range whole. Refers to the steps that it was made of.
class StepSamples {
public:
    explicit StepSamples(const SessionSteps& steps, std::optional<TimeRange> range = std::nullopt);

    [[nodiscard]] const SampledSteps& all() const { return samples_; }
    // Which one of a rank covers a moment; -1: none. O(log steps).
    [[nodiscard]] std::int64_t of(std::int64_t rank, TimeNs time) const;

private:
    const SessionSteps& steps_;
    std::vector<std::int64_t> numbers_; // of each step; -1: not whole
    SampledSteps samples_;
};

} // namespace lanes
