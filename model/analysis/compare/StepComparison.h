// Whether rows of two sides differ by more than their steps vary: step by step where both sides' steps are of the same work,
// else mean by mean.
#pragma once

#include "model/analysis/compare/ApartSteps.h"
#include "model/analysis/compare/PairedSteps.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace lanes {

// Refers to the steps that it is made of.
class StepComparison {
public:
    // All rows of a table. `tail`: of the bounds, that the truth lies outside of them. O(rows log rows + steps).
    StepComparison(const SampledSteps& a, const SampledSteps& b, std::span<const RowOfSides> rows,
                   double tail = 0.05);

    [[nodiscard]] bool isPaired() const { return pairs_.has_value(); }
    // O(steps).
    [[nodiscard]] RowEvidence of(const RowOfSides& row) const;
    // The same; `closely`: with regard to noise of the row alone, whatever the others say.
    [[nodiscard]] RowEvidence of(const RowOfSides& row, bool closely) const;
    // Whether it differs by more than 1 %, and by more than chance would have it in one such table of a hundred.
    [[nodiscard]] bool differs(const RowEvidence& evidence) const;

private:
    [[nodiscard]] bool calledAlike(const RowOfSides& row) const;
    [[nodiscard]] bool isUnlikely(const RowEvidence& evidence) const;
    void learnDoubt(std::span<const RowOfSides> rows);

    std::size_t tests_ = 0;
    std::int64_t stepsA_;
    std::int64_t stepsB_;
    double tail_;
    double doubt_ = 1;
    ApartSteps apart_;
    std::optional<PairedSteps> pairs_;
};

} // namespace lanes
