// Student's t distribution, as far as comparing means needs it.
#pragma once

namespace lanes {

// How probable it is that |t| is at least this large by chance, with that many degrees of freedom (> 0).
[[nodiscard]] double studentTail(double t, double degrees);

// The |t| that is exceeded by chance with probability `tail`, in (0, 1).
[[nodiscard]] double studentQuantile(double tail, double degrees);

} // namespace lanes
