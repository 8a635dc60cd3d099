// Student's t and Fisher's F, as far as comparing means needs them.
#pragma once

namespace lanes {

// How probable it is that |t| is at least this large by chance, with that many degrees of freedom (> 0).
[[nodiscard]] double studentTail(double t, double degrees);

// The same, within a twentieth of its value at 5 % with three degrees or more, in a fraction of the time (Wallace 1959).
[[nodiscard]] double studentTailNearly(double t, double degrees);

// The logarithm of its density.
[[nodiscard]] double studentDensityLog(double t, double degrees);

// How probable it is that one variance is at least `ratio` times another by chance; degrees of freedom (> 0) of both.
[[nodiscard]] double fisherTail(double ratio, double degrees, double degreesOfOther);

// The logarithmic derivative of the gamma function, and that one's derivative; x > 0.
[[nodiscard]] double digamma(double x);
[[nodiscard]] double trigamma(double x);

// The x of which trigamma(x) is y; y > 0.
[[nodiscard]] double trigammaInverse(double y);

} // namespace lanes
