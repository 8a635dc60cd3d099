// With four steps, a row's own variance is hardly known. The variances of other rows of the same run tell what to expect,
// as far as they are similar. These are "moderated" variances (Smyth, Linear models and empirical Bayes methods, 2004,
// section 6.2).
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

    VariancePrior() = default; // no prior knowledge
    // Takes variances relative to the squared means, each with the same degrees of freedom. Fewer than four tell nothing:
    // the prior is then noise of 5 % with four degrees.
    VariancePrior(std::span<const double> variances, double degrees);

    // The moderated variance. A row that clearly varies more than the others keeps its own.
    [[nodiscard]] Estimate of(double variance, double degrees) const;

private:
    double variance_ = 0;
    double degrees_ = 0;
};

} // namespace lanes
