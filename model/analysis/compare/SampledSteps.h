// Steps as samples, and which are none. A program's first step compiles, tunes and allocates, and a later one may meet with a
// checkpoint or a hiccup of the machine: they say nothing about the others, and one that is thirty times as long hides any
// change of them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lanes {

constexpr std::size_t kFewestSamples = 3; // with fewer nobody can tell a change from chance

[[nodiscard]] double medianOf(std::vector<double> values); // the upper one of two; not of none

// Which of one rank's samples, in time order, count: not warm-up, the first ones that took half as long again as the median of
// all later ones, of which three and half are left at least; and of the rest not those that took three times their median,
// where that is one in ten at most.
[[nodiscard]] std::vector<bool> usualSteps(std::span<const double> samples);

// Those of one run, or of several that are compared as one. A value, once it is filled.
class SampledSteps {
public:
    // Of one rank of one run, in time order.
    struct Lap {
        std::size_t first = 0;
        std::size_t end = 0;
    };
    // What varies by itself, in time order. Ranks that make as many steps make them together: their n-th ones are one sample.
    struct Series {
        std::vector<std::size_t> firsts; // of the first sample the step of each rank
        std::size_t length = 0;
    };

    SampledSteps() = default;
    // `steady`: which steps count, where their kinds are known; empty: by their lengths (usualSteps).
    SampledSteps(std::vector<double> lengths, std::vector<Lap> laps, std::vector<bool> steady = {});
    // Further steps, of another run.
    void append(const SampledSteps& run);

    [[nodiscard]] std::size_t count() const { return lengths_.size(); }
    [[nodiscard]] const std::vector<double>& lengths() const { return lengths_; }
    [[nodiscard]] const std::vector<Series>& series() const { return series_; }
    // Which are steady.
    [[nodiscard]] const std::vector<bool>& usual() const { return usual_; }
    // Of a value for each of them: which are steady, and usual by the value. Of their lengths: which are steady.
    [[nodiscard]] std::vector<bool> usual(std::span<const double> values) const;
    // Of a time between two readings of a clock of whole microseconds; 0 where times are finer. O(steps).
    [[nodiscard]] double grainVariance() const;
    // How many are not steady.
    [[nodiscard]] std::size_t leftOut() const;

private:
    [[nodiscard]] std::vector<bool> usualByValue(std::span<const double> values) const;

    std::vector<double> lengths_;
    std::vector<bool> usual_;
    std::vector<Lap> laps_;
    std::vector<Series> series_;
};

} // namespace lanes
