// Figures of a benchmark as scripts/bench.py reads them: one JSON object per line.
#pragma once

#include <cstddef>
#include <string>

namespace lanes::bench {

enum class Bound { AtMost, AtLeast };

// A figure with nothing to hold.
void row(const std::string& name, double value, const char* unit);
void row(const std::string& name, double value, const char* unit, double bound, Bound kind = Bound::AtMost);
// A figure whose ratio to another is what counts.
void rowAgainst(const std::string& name, double value, const char* unit, double reference, double mostRatio);

// Memory of this process that is in RAM now, and the most that ever was.
[[nodiscard]] std::size_t residentBytes();
[[nodiscard]] std::size_t peakBytes();

// Says why there is no figure, and ends the benchmark.
[[noreturn]] void fail(const std::string& message);

} // namespace lanes::bench
