// Figures of a benchmark as scripts/bench.py reads them: one JSON object per line.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
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

// The number that a benchmark was given as its only argument, or `usual`; anything else ends it with `usage`.
[[nodiscard]] std::uint64_t countArgument(int argc, char** argv, std::uint64_t usual, const char* usage);

template<class Work>
double milliseconds(Work&& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

// The quickest of so many runs: what others on the machine disturbed least.
template<class Work>
double quickestMs(int runs, Work&& work) {
    double quickest = milliseconds(work);
    for (int run = 1; run < runs; ++run) {
        quickest = std::min(quickest, milliseconds(work));
    }
    return quickest;
}

} // namespace lanes::bench
