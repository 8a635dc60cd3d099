// Decides if rows of two sides differ by more than their steps vary. Compares step by step if both sides' steps do the
// same work, else mean by mean.
#pragma once

#include "model/analysis/compare/NoiseModel.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace lanes {

// Keeps a reference to its steps.
class StepComparison {
public:
    // `rows`: the rows to compare; their number gives the correction. `known`: rows from which the noise is learned, the
    // same or others of the same steps. `tail`: probability that the truth lies outside the bounds. O(rows log rows +
    // steps).
    StepComparison(const SampledSteps& a, const SampledSteps& b, std::span<const RowOfSides> rows,
                   std::span<const RowOfSides> known, double tail);

    [[nodiscard]] bool isPaired() const { return pairs_.has_value(); }
    // O(steps).
    [[nodiscard]] RowEvidence of(const RowOfSides& row) const;
    // True if the row differs by more than 1 %, and by more than chance would in one of a hundred such tables.
    [[nodiscard]] bool differs(const RowEvidence& evidence) const;

private:
    [[nodiscard]] RowEvidence of(const RowContrast& row, const RowOfSides& sides, bool closely) const;
    [[nodiscard]] bool isUnlikely(const RowEvidence& evidence) const;

    const SampledSteps& a_;
    const SampledSteps& b_;
    double tests_;
    double tail_;
    NoiseModel apart_;
    std::optional<std::vector<std::size_t>> pairs_;
    std::optional<NoiseModel> paired_;
};

} // namespace lanes
