// Steps as samples: which step a moment belongs to, and which steps are none. A program's first step compiles, tunes and
// allocates, and a later one may meet with a checkpoint or a hiccup of the machine: they say nothing about the others, and
// one that is thirty times as long hides any change of them.
#pragma once

#include "model/analysis/time/Steps.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lanes {

constexpr std::size_t kFewestSamples = 3; // with fewer nobody can tell a change from chance

// Which of one rank's samples, in time order, count: not warm-up, the first ones that took half as long again as the median of
// all later ones, of which three and half are left at least; and of the rest not those that took three times their median,
// where that is one in ten at most.
[[nodiscard]] std::vector<bool> usualSteps(std::span<const double> samples);

// The steps that lie in a range whole. Refers to the steps that it was made of.
class StepSamples {
public:
    // Those of one rank, in time order.
    struct Lap {
        std::size_t first = 0;
        std::size_t end = 0;
    };

    explicit StepSamples(const SessionSteps& steps, std::optional<TimeRange> range = std::nullopt);

    [[nodiscard]] std::size_t count() const { return lengths_.size(); }
    [[nodiscard]] const std::vector<double>& lengths() const { return lengths_; }
    [[nodiscard]] const std::vector<Lap>& laps() const { return laps_; }
    // Which are usual by their length.
    [[nodiscard]] const std::vector<bool>& usual() const { return usual_; }
    // Which one of a rank covers a moment; -1: none. O(log steps).
    [[nodiscard]] std::int64_t of(std::int64_t rank, TimeNs time) const;
    // Of a value for each of them: which are usual by their length and by the value.
    [[nodiscard]] std::vector<bool> usual(std::span<const double> values) const;

private:
    const SessionSteps& steps_;
    std::vector<std::int64_t> numbers_; // of each step; -1: not whole
    std::vector<double> lengths_;
    std::vector<bool> usual_;
    std::vector<Lap> laps_;
};

} // namespace lanes
