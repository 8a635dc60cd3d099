// A row as one difference between its sides, and the values of steps that tell how far chance makes it vary.
#pragma once

#include "model/analysis/compare/RowEvidence.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace lanes {

struct RowContrast {
    // Usual steps of one side.
    struct Side {
        std::vector<std::vector<double>> series; // relative to `mean`, each about its own mean
        double count = 0;                        // of all values
        double degrees = 0;                      // of freedom
        double mean = 0;                         // ns; of pairs 1
        double leastVariance = 0;                // that the clock's grain makes, relative to the squared mean
        double betweenSeries = 0;                // the mean square of their means, relative like the values
        double ranks = 1;                        // that a value is the mean of
        double unusual = 0;                      // squares of other steps, relative like the values
    };
    Side a;
    Side b; // of pairs nothing: then the values of `a` are logarithms of how many times as long B is
    double difference = 0;    // ns; of pairs the mean of their logarithms
    double relative = 0;      // to the larger mean; of pairs the same as `difference`
    bool calledAlike = false; // as often per step on both sides
    bool isPaired = false;
    // Of pairs: how much the mean weighted by length, and the total, vary more than the mean of logarithms.
    double weightedMean = 1;
    double weightedTotal = 1;
    double meanA = 0; // ns per usual step
    double meanB = 0;
};

// Each side by itself. O(steps).
[[nodiscard]] RowContrast apartContrast(const RowOfSides& row, const SampledSteps& a, const SampledSteps& b);

// Steps that stand for one another, by their place in the only series of either side: batches of the same lengths in the same
// order. Nothing where the lengths do not change alike, by far more than chance would have it. O(steps).
[[nodiscard]] std::optional<std::vector<std::size_t>> pairedSteps(const SampledSteps& a,
                                                                  const SampledSteps& b);

// Pair by pair, in which uneven steps count alike. Nothing of a row that half of the pairs have no call of. O(steps).
[[nodiscard]] std::optional<RowContrast> pairedContrast(const RowOfSides& row, const SampledSteps& a,
                                                        const SampledSteps& b,
                                                        const std::vector<std::size_t>& pairs);

} // namespace lanes
