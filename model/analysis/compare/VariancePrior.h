// With four steps a row's own variance is hardly known. What other rows of the same run vary by tells what to expect, as far as
// rows are alike in this: "moderated" variances (Smyth, Linear models and empirical Bayes methods, 2004, section 6.2).
#pragma once

#include <span>

namespace lanes {

// Immutable.
class VariancePrior {
public:
    struct Estimate {
        double variance = 0;
        double degrees = 1; // of freedom
    };

    VariancePrior() = default; // knows nothing
    // Of variances relative to the squared means, each known with as many degrees of freedom. Fewer than four tell
    // nothing: noise of 5 % is expected then, known with four degrees.
    VariancePrior(std::span<const double> variances, double degrees);

    // A row that clearly varies by more than the others is taken at its word.
    [[nodiscard]] Estimate of(double variance, double degrees) const;

private:
    double variance_ = 0;
    double degrees_ = 0;
};

} // namespace lanes
