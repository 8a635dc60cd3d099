// Steps as samples: which step a moment belongs to, and which of the first steps are warm-up. A program's first step compiles,
// tunes and allocates: it says nothing about the others, and one that is thirty times as long hides any change of them.
#pragma once

#include "model/analysis/time/Steps.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lanes {

constexpr std::size_t kFewestSamples = 3; // with fewer nobody can tell a change from chance

// How many of the first steps took at least half as long again as the median of all later ones. At least three steps and
// half of them are left.
[[nodiscard]] std::size_t warmUpSteps(std::span<const double> samples);

// The steps that lie in a range whole. Refers to the steps that it was made of.
class StepSamples {
public:
    // Those of one rank, in time order. The first `warmUp` of them are warm-up by their length.
    struct Lap {
        std::size_t first = 0;
        std::size_t end = 0;
        std::size_t warmUp = 0;
    };

    explicit StepSamples(const SessionSteps& steps, std::optional<TimeRange> range = std::nullopt);

    [[nodiscard]] std::size_t count() const { return lengths_.size(); }
    [[nodiscard]] const std::vector<double>& lengths() const { return lengths_; }
    [[nodiscard]] const std::vector<Lap>& laps() const { return laps_; }
    [[nodiscard]] std::size_t warmUp() const; // of all laps
    // Which one of a rank covers a moment; -1: none. O(log steps).
    [[nodiscard]] std::int64_t of(std::int64_t rank, TimeNs time) const;
    // Of a value for each of them: which are no warm-up, neither by their length nor by the value.
    [[nodiscard]] std::vector<bool> steady(std::span<const double> values) const;

private:
    const SessionSteps& steps_;
    std::vector<std::int64_t> numbers_; // of each step; -1: not whole
    std::vector<double> lengths_;
    std::vector<Lap> laps_;
};

} // namespace lanes
