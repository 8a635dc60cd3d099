// What the steps of both sides say of one row.
#pragma once

#include "model/analysis/compare/SideTally.h"

namespace lanes {

// A row of either side; both outlive what is made of it.
struct RowOfSides {
    const TallyRow& a;
    const TallyRow& b;
};

struct RowEvidence {
    double meanA = 0; // per usual step
    double meanB = 0;
    bool sampled = false; // some usual step has a call
    double chance = 1;    // how probable it is that noise alone makes a difference so large
    // How far below and above the difference of the means and that of the totals the bounds lie.
    struct Bounds {
        double below = 0;
        double above = 0;
    };
    Bounds step;
    Bounds total;

    [[nodiscard]] double change() const { return meanB - meanA; }
    // The bounds of the means leave out 0.
    [[nodiscard]] bool isOutside() const {
        return change() > 0 ? change() > step.below : -change() > step.above;
    }
};

} // namespace lanes
