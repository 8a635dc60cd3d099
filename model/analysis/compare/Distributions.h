// Student's t, Fisher's F and the normal distribution, as far as comparing means needs them.
#pragma once

namespace lanes {

// How probable it is that |t| is at least this large by chance, with that many degrees of freedom (> 0).
[[nodiscard]] double studentTail(double t, double degrees);

// The |t| that is exceeded by chance with probability `tail`, in (0, 1).
[[nodiscard]] double studentQuantile(double tail, double degrees);

// The same of the normal distribution; 0 < tail <= 1.
[[nodiscard]] double normalQuantile(double tail);

// How probable it is that one variance is at least `ratio` times another by chance; degrees of freedom (> 0) of both.
[[nodiscard]] double fisherTail(double ratio, double degrees, double degreesOfOther);

// The logarithmic derivative of the gamma function, and that one's derivative; x > 0.
[[nodiscard]] double digamma(double x);
[[nodiscard]] double trigamma(double x);

// The x of which trigamma(x) is y; y > 0.
[[nodiscard]] double trigammaInverse(double y);

} // namespace lanes
