// A kind of noise of successive steps, of variance 1: a part that is new in each step, and a part of which each step keeps a share
// of what the step before it had (first-order autoregression). Values are whitened by the Kalman filter of that model, as Harvey
// (Forecasting, structural time series models and the Kalman filter, 1989, section 3.4) has it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lanes {

// Immutable.
class CarriedNoise {
public:
    // `kept`: from step to step, in (0, 1); `fresh`: the part of the variance that is new in each step. O(longest).
    CarriedNoise(double kept, double fresh, std::size_t longest);

    // The sum of squares of a series of `longest` values or fewer, whitened, about the mean that fits best. O(values).
    [[nodiscard]] double squares(std::span<const double> values) const;
    // The variance of the plain mean of so many values.
    [[nodiscard]] double meanVariance(std::size_t count) const;
    // Of the density of a series of so many values, its mean integrated out, what does not depend on the values.
    [[nodiscard]] double logConstant(std::size_t count) const { return constants_[count - 1]; }

private:
    struct Gain {
        double next = 0;  // how far a surprise moves the next prediction
        double scale = 0; // 1 / the variance of a surprise
        double one = 0;   // the scaled surprise of a series of ones
        double ones = 0;  // their squares up to here
    };
    double kept_;
    double fresh_;
    std::vector<Gain> gains_;
    std::vector<double> constants_;
};

} // namespace lanes
