// Selects the steps that serve as samples. A program's first step compiles, tunes and allocates; a later one may contain
// a checkpoint or a hiccup of the machine. Such steps tell nothing about the others, and one that is thirty times as long
// hides any change of them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lanes {

constexpr std::size_t kFewestSamples = 3; // with fewer, a change cannot be told from chance

// The upper of the two middle values; needs a value.
[[nodiscard]] double medianOf(std::vector<double> values);

// Tells for each of one rank's samples, in time order, whether it counts. Left out as warm-up are the first samples of at
// least 1.5 times the median of all later ones. At least three samples, and half of all, are left. Samples of three
// times the median of the rest are also left out if they are at most one in ten.
[[nodiscard]] std::vector<bool> usualSteps(std::span<const double> samples);

// The steps of one run, or of several runs that are compared as one. A value type, constant once filled.
class SampledSteps {
public:
    // The steps of one rank of one run, in time order.
    struct Lap {
        std::size_t first = 0;
        std::size_t end = 0;
    };
    // An independent series, in time order. Ranks with equal numbers of steps make them together: their n-th steps are
    // one sample.
    struct Series {
        std::vector<std::size_t> firsts; // per rank, the index of its step in the first sample
        std::size_t length = 0;
    };

    SampledSteps() = default;
    // `steady`: tells which steps count, if their kinds are known; empty: decided by their lengths (usualSteps).
    SampledSteps(std::vector<double> lengths, std::vector<Lap> laps, std::vector<bool> steady = {});
    // Adds the steps of another run.
    void append(const SampledSteps& run);

    [[nodiscard]] std::size_t count() const { return lengths_.size(); }
    [[nodiscard]] const std::vector<double>& lengths() const { return lengths_; }
    [[nodiscard]] const std::vector<Series>& series() const { return series_; }
    // By step: true if it is steady.
    [[nodiscard]] const std::vector<bool>& usual() const { return usual_; }
    // By step, given a value for each: true if it is steady, and usual by its value. Given the lengths: true if it is
    // steady.
    [[nodiscard]] std::vector<bool> usual(std::span<const double> values) const;
    // Variance of a time between two readings of a clock of whole microseconds; 0 if times are finer. O(steps).
    [[nodiscard]] double grainVariance() const;
    // Number of steps that are not steady.
    [[nodiscard]] std::size_t leftOut() const;

private:
    [[nodiscard]] std::vector<bool> usualByValue(std::span<const double> values) const;

    std::vector<double> lengths_;
    std::vector<bool> usual_;
    std::vector<Lap> laps_;
    std::vector<Series> series_;
};

} // namespace lanes
