// Steps of two sides as samples of each: their means are compared as Welch has it, with what is known of noise that carries over
// from step to step (SerialNoise) and of how much rows of that side vary (VariancePrior).
#pragma once

#include "model/analysis/compare/RowEvidence.h"
#include "model/analysis/compare/SerialNoise.h"
#include "model/analysis/compare/VariancePrior.h"

#include <optional>
#include <span>
#include <vector>

namespace lanes {

// Refers to the steps that it is made of.
class ApartSteps {
public:
    // Of `rows`, from which it learns what noise is. O(rows x steps).
    ApartSteps(const SampledSteps& a, const SampledSteps& b, std::span<const RowOfSides> rows);

    // O(steps).
    [[nodiscard]] RowEvidence of(const RowOfSides& row, const RowQuestion& question) const;

private:
    const SampledSteps& a_;
    const SampledSteps& b_;
    std::optional<SerialNoise> noise_;
    VariancePrior priorA_;
    VariancePrior priorB_;
};

} // namespace lanes
