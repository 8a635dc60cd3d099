// Student's t and Fisher's F distributions, as needed for comparing means.
#pragma once

namespace lanes {

// Probability that |t| is at least this large by chance, with that many degrees of freedom (> 0).
[[nodiscard]] double studentTail(double t, double degrees);

// A fast approximation of studentTail(): within a twentieth of its value at 5 % with three degrees or more (Wallace
// 1959).
[[nodiscard]] double studentTailNearly(double t, double degrees);

// The logarithm of Student's density.
[[nodiscard]] double studentDensityLog(double t, double degrees);

// Probability that one variance is at least `ratio` times another by chance; degrees of freedom (> 0) of both.
[[nodiscard]] double fisherTail(double ratio, double degrees, double degreesOfOther);

// The logarithmic derivative of the gamma function, and the derivative of that; x > 0.
[[nodiscard]] double digamma(double x);
[[nodiscard]] double trigamma(double x);

// The inverse of trigamma; y > 0.
[[nodiscard]] double trigammaInverse(double y);

} // namespace lanes
