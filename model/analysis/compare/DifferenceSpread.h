// The spread of a difference under noise. As the kind of the noise is not known, it is a mixture of Student's
// distributions, one for each kind.
#pragma once

#include <vector>

namespace lanes {

class DifferenceSpread {
public:
    // One side, under one kind of noise.
    struct Side {
        double variance = 0; // of a value
        double times = 0;    // factor of the variance in that of the difference
        double degrees = 1;  // degrees of freedom of the variance estimate
    };

    // Adds a kind of noise; the weights of all kinds sum to 1.
    void add(double weight, const Side& a, const Side& b);

    // Half-width of the interval around 0 that chance exceeds with probability `tail`; 0 if nothing varies.
    [[nodiscard]] double wide(double tail) const;
    // Probability that chance makes a difference of at least this size.
    [[nodiscard]] double chanceOf(double difference) const;

private:
    struct Estimate {
        double spread = 0;
        double degrees = 1;
    };
    struct Kind {
        double weight = 0;
        Estimate apart; // each side by its own variance (Welch)
        // As if both sides had the same variance: three samples that happen to be nearly equal carry little weight beside
        // forty that differ. Equal to `apart` if the sides clearly vary differently.
        Estimate alike;
    };
    std::vector<Kind> kinds_;
};

} // namespace lanes
