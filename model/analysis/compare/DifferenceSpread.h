// How far chance makes a difference vary, where it is not known which of several kinds of noise made it: a mixture of Student's
// distributions.
#pragma once

#include <vector>

namespace lanes {

class DifferenceSpread {
public:
    // Of one side, under one kind of noise.
    struct Side {
        double variance = 0; // of a value
        double times = 0;    // how often that is in the difference
        double degrees = 1;  // of freedom, that the variance is known with
    };

    // A kind of noise; weights of all sum to 1.
    void add(double weight, const Side& a, const Side& b);

    // To either side, exceeded by chance with probability `tail`; 0 where nothing varies.
    [[nodiscard]] double wide(double tail) const;
    // How probable it is that chance makes a difference of at least so much.
    [[nodiscard]] double chanceOf(double difference) const;

private:
    struct Estimate {
        double spread = 0;
        double degrees = 1;
    };
    struct Kind {
        double weight = 0;
        Estimate apart; // each side by its own variance, as Welch has it
        // As if both sides varied alike: three samples that happen to be nearly equal say little beside forty that are not.
        // The same as `apart` where sides clearly vary differently.
        Estimate alike;
    };
    std::vector<Kind> kinds_;
};

} // namespace lanes
