// How far the difference of two means, or totals, is known from samples of both sides.
#pragma once

namespace lanes {

struct SampledSide {
    double variance = 0; // of a sample; times `times`: of what is compared
    double times = 1;    // how often that is in what is compared: 1 / n in a mean of n
    double degrees = 1;  // of freedom, that the variance is known with
};

// Immutable.
class DifferenceSpread {
public:
    DifferenceSpread(const SampledSide& a, const SampledSide& b);

    // To either side, exceeded by chance with probability `tail`; 0 where nothing varies.
    [[nodiscard]] double wide(double tail) const;
    // How probable it is that chance makes a difference of at least so much.
    [[nodiscard]] double chanceOf(double difference) const;

private:
    struct Estimate {
        double variance = 0;
        double degrees = 1;
    };
    Estimate apart_; // each side by its own variance, as Welch has it
    // As if both sides varied alike: three samples that happen to be nearly equal say little beside forty that are not.
    Estimate alike_;
};

} // namespace lanes
