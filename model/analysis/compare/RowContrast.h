// A row as one difference between its sides, with the values per step that tell its random variation.
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
        double mean = 0;                         // ns; 1 for pairs
        double leastVariance = 0; // lower bound that the clock's resolution gives, relative to the squared
                                  // mean
        double betweenSeries = 0; // mean square of the series' means, relative like the values
        double ranks = 1;         // number of ranks that a value is the mean of
        double unusual = 0;       // squares of unusual steps, relative like the values
    };
    Side a;
    Side b;                   // empty for pairs: the values of `a` are then logarithms of the ratio B / A
    double difference = 0;    // ns; for pairs the mean of the logarithms
    double relative = 0;      // relative to the larger mean; for pairs equal to `difference`
    bool calledAlike = false; // same number of calls per step on both sides
    bool isPaired = false;
    // For pairs: factors by which the standard deviation of the length-weighted mean, and of the total, exceeds that of
    // the mean logarithm.
    double weightedMean = 1;
    double weightedTotal = 1;
    double meanA = 0; // ns per usual step
    double meanB = 0;
};

// Each side by itself. O(steps).
[[nodiscard]] RowContrast apartContrast(const RowOfSides& row, const SampledSteps& a, const SampledSteps& b);

// Pairs of corresponding steps, by their positions in the only series of either side: batches of the same lengths in the
// same order. Nothing unless the lengths change alike, far more than chance would explain. O(steps).
[[nodiscard]] std::optional<std::vector<std::size_t>> pairedSteps(const SampledSteps& a,
                                                                  const SampledSteps& b);

// Contrast pair by pair, in which steps of different lengths count the same. Nothing for a row without a call in half of
// the pairs. O(steps).
[[nodiscard]] std::optional<RowContrast> pairedContrast(const RowOfSides& row, const SampledSteps& a,
                                                        const SampledSteps& b,
                                                        const std::vector<std::size_t>& pairs);

} // namespace lanes
