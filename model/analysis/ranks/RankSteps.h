// Each rank's times in each of its steps, as a grid of comparable numbers.
#pragma once

#include "model/analysis/ranks/JobRanks.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace lanes {

enum class RankMeasure : std::uint8_t { Time, Wait, Communication, Compute };
inline constexpr int kRankMeasures = 4;

// Steps are columns, ranks are rows. If no rank has steps, one column holds everything.
struct RankSteps {
    struct Cell {
        TimeRange range; // of the step, in the rank's own time
        std::array<TimeNs, kRankMeasures> ns{};
        bool waitKnown = false; // true if the rank's clock is known
    };
    std::vector<std::int64_t> numbers; // of all steps that any rank has, ascending
    // By record, then in the order of `numbers`; nothing: the rank has no such step.
    std::vector<std::vector<std::optional<Cell>>> cells;

    bool whole = false; // true if there are no steps

    [[nodiscard]] TimeNs most(RankMeasure measure) const;
};

// O(collectives log steps + ranks x steps).
[[nodiscard]] RankSteps rankStepsOf(const JobRanks& job);

} // namespace lanes
