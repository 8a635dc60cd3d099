// Steps of two sides that are of the same work, one by one: batches of the same lengths in the same order. Then a step of one
// side is compared with the same step of the other, by the logarithm of how many times as long it is, in which uneven steps
// count alike. That steps are of the same work is told by how their lengths change from one to the next: on both sides alike, by
// far more than chance would have it.
#pragma once

#include "model/analysis/compare/RowEvidence.h"
#include "model/analysis/compare/SerialNoise.h"
#include "model/analysis/compare/VariancePrior.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace lanes {

// Refers to the steps that it is made of.
class PairedSteps {
public:
    // Nothing where steps are not of the same work, or are not as many. Learns from `rows` what noise is. O(rows x steps).
    [[nodiscard]] static std::optional<PairedSteps> of(const SampledSteps& a, const SampledSteps& b,
                                                       std::span<const RowOfSides> rows);

    // As of ApartSteps. Nothing of a row that half of the steps have no call of. O(steps).
    [[nodiscard]] std::optional<RowEvidence> of(const RowOfSides& row, const RowQuestion& question) const;

private:
    struct Ratios;
    PairedSteps(const SampledSteps& a, const SampledSteps& b);
    [[nodiscard]] std::optional<Ratios> ratiosOf(const RowOfSides& row) const;

    const SampledSteps& a_;
    const SampledSteps& b_;
    std::vector<std::size_t> usual_; // steps that are, by their length on both sides
    std::optional<SerialNoise> noise_;
    VariancePrior prior_;
};

} // namespace lanes
