// The kinds of noise that steps of two sessions may have, and the probability of each given all rows of a table. Uses the
// regression with autocorrelated errors of Zellner and Tiao (1964), which sums over the kinds instead of choosing one.
// docs/statistics.md has the measured accuracy.
#pragma once

#include "model/analysis/compare/CarriedNoise.h"
#include "model/analysis/compare/DifferenceSpread.h"
#include "model/analysis/compare/RowContrast.h"
#include "model/analysis/compare/VariancePrior.h"

#include <cstddef>
#include <span>
#include <vector>

namespace lanes {

constexpr std::size_t kFewestKnownRows = 4; // minimum of rows whose differences tell the common noise

// Immutable.
class NoiseModel {
public:
    // `longest`: length of the longest series; `rare`: probability that a row has other noise than the others. O(rows x
    // steps).
    NoiseModel(std::span<const RowContrast> rows, std::size_t longest, double rare);

    struct Spreads {
        DifferenceSpread mean;  // of a row's `difference`
        DifferenceSpread total; // of the row's total difference, in ns; not for pairs
    };
    // `closely`: considers that the row may have noise of its own, whatever the other rows show. If a row's number of
    // calls changed, the differences of other rows tell nothing about it. O(steps).
    [[nodiscard]] Spreads spreadsOf(const RowContrast& row, bool closely) const;

private:
    struct Kind {
        CarriedNoise noise;
        double weight = 0;
        double ofSteps = 0; // the weight given the steps alone, without differences of rows
        VariancePrior a;    // of rows' variances, under this kind
        VariancePrior b;
    };
    void learn(std::span<const RowContrast> rows);
    [[nodiscard]] std::vector<double> weightsOf(const RowContrast& row, bool closely) const;

    double rare_;
    bool fewSteps_;
    std::vector<Kind> kinds_;
};

} // namespace lanes
