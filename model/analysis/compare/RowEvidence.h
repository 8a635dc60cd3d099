// The evidence of both sides' steps about one row.
#pragma once

#include "model/analysis/compare/SideTally.h"

namespace lanes {

// A row of either side; both must outlive objects made from it.
struct RowOfSides {
    const TallyRow& a;
    const TallyRow& b;
};

struct RowEvidence {
    double meanA = 0; // per usual step
    double meanB = 0;
    bool sampled = false; // true if some usual step has a call
    double chance = 1;    // probability that noise alone makes so large a difference
    // Distances of the bounds below and above the difference: `step` of the means, `total` of the totals.
    struct Bounds {
        double below = 0;
        double above = 0;
    };
    Bounds step;
    Bounds total;

    [[nodiscard]] double change() const { return meanB - meanA; }
    // True if the bounds of the means exclude 0.
    [[nodiscard]] bool isOutside() const {
        return change() > 0 ? change() > step.below : -change() > step.above;
    }
};

} // namespace lanes
