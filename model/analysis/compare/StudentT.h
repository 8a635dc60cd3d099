// Student's t distribution, as far as comparing means needs it.
#pragma once

#include <cstdint>

namespace lanes {

// How probable it is that |t| is at least this large by chance, with that many degrees of freedom (> 0).
[[nodiscard]] double studentTail(double t, double degrees);

// The |t| that is exceeded by chance with probability `tail`, in (0, 1).
[[nodiscard]] double studentQuantile(double tail, double degrees);

// Welch's test of two means, from the variances of the means.
struct WelchTest {
    double t = 0; // infinite for a difference without any variance
    double degrees = 1;
};
[[nodiscard]] WelchTest welchTest(double difference, double varianceA, double varianceB,
                                  std::int64_t samplesA, std::int64_t samplesB);

} // namespace lanes
