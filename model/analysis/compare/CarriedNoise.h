// A model of the noise of successive steps, with variance 1. One part is new in each step; of the other part, each step
// keeps a share of the step before (first-order autoregression). Values are whitened by the Kalman filter of that model
// (Harvey, Forecasting, structural time series models and the Kalman filter, 1989, section 3.4).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lanes {

// Immutable.
class CarriedNoise {
public:
    // `kept`: the share kept from step to step, in (0, 1); `fresh`: the part of the variance that is new in each step.
    // O(longest).
    CarriedNoise(double kept, double fresh, std::size_t longest);

    // The sum of squares of a whitened series of at most `longest` values, about the mean that fits best. O(values).
    [[nodiscard]] double squares(std::span<const double> values) const;
    // The variance of the plain mean of so many values.
    [[nodiscard]] double meanVariance(std::size_t count) const;
    // The part of the log density of a series that does not depend on its values, with its mean integrated out. `count`:
    // the number of values.
    [[nodiscard]] double logConstant(std::size_t count) const { return constants_[count - 1]; }

private:
    struct Gain {
        double next = 0;  // weight of a prediction error in the next prediction
        double scale = 0; // 1 / the variance of a prediction error
        double one = 0;   // the scaled prediction error of a series of ones
        double ones = 0;  // sum of the squares of `one` up to here
    };
    double kept_;
    double fresh_;
    std::vector<Gain> gains_;
    std::vector<double> constants_;
};

} // namespace lanes
