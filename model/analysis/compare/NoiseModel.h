// What kinds of noise steps of two sessions may have, and how probable each is after what all rows of a table show: the
// regression with errors that carry over of Zellner and Tiao (1964), which sums over the kinds instead of choosing one.
// docs/statistics.md says what it holds.
#pragma once

#include "model/analysis/compare/CarriedNoise.h"
#include "model/analysis/compare/DifferenceSpread.h"
#include "model/analysis/compare/RowContrast.h"
#include "model/analysis/compare/VariancePrior.h"

#include <cstddef>
#include <span>
#include <vector>

namespace lanes {

constexpr std::size_t kFewestKnownRows = 4; // whose differences tell what is common

// Immutable.
class NoiseModel {
public:
    // `longest`: of all series; `rare`: that a row has another noise than the others. O(rows x steps).
    NoiseModel(std::span<const RowContrast> rows, std::size_t longest, double rare);

    struct Spreads {
        DifferenceSpread mean;  // of a row's `difference`
        DifferenceSpread total; // of the difference of its totals, in ns; not of pairs
    };
    // `closely`: with regard to noise of the row alone, whatever the others say. Of a row that is called more or less often, how far
    // other rows differ says nothing. O(steps).
    [[nodiscard]] Spreads spreadsOf(const RowContrast& row, bool closely) const;

private:
    struct Kind {
        CarriedNoise noise;
        double weight = 0;
        double ofSteps = 0; // the same after what steps show, and not differences of rows
        VariancePrior a;    // of rows' variances, if it is this kind
        VariancePrior b;
    };
    void learn(std::span<const RowContrast> rows);
    [[nodiscard]] std::vector<double> weightsOf(const RowContrast& row, bool closely) const;

    double rare_;
    bool fewSteps_;
    std::vector<Kind> kinds_;
};

} // namespace lanes
