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
    double chance = 1;    // how probable it is that nothing differs, and the means by as much
    // How far below and above the difference of the means and that of the totals the bounds lie.
    struct Bounds {
        double below = 0;
        double above = 0;
    };
    Bounds step;
    Bounds total;
    bool towards = true; // the bounds of the means leave out 0

    [[nodiscard]] double change() const { return meanB - meanA; }
};

struct RowQuestion {
    double doubt = 1;     // by what factor the means differ by more than steps say
    double tail = 0.05;   // that the truth lies outside the bounds
    bool closely = false; // the noise of this row alone is asked, too
};

} // namespace lanes
