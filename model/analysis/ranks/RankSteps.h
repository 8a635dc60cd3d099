// What each rank of a job did in each of its steps, in numbers that can be laid side by side.
#pragma once

#include "model/analysis/ranks/JobRanks.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace lanes {

enum class RankMeasure : std::uint8_t { Time, Wait, Communication, Compute };
inline constexpr int kRankMeasures = 4;

// Steps as columns, ranks as rows. Where no rank has steps, one column holds all.
struct RankSteps {
    struct Cell {
        TimeRange range; // of the step, in the rank's own time
        std::array<TimeNs, kRankMeasures> ns{};
        bool waitKnown = false; // the rank's clock is
    };
    std::vector<std::int64_t> numbers; // of all steps that any rank has, rising
    // By record, then as `numbers`; nothing: it has no such step.
    std::vector<std::vector<std::optional<Cell>>> cells;

    bool whole = false; // there are no steps

    [[nodiscard]] TimeNs most(RankMeasure measure) const;
};

// O(collectives log steps + ranks x steps).
[[nodiscard]] RankSteps rankStepsOf(const JobRanks& job);

} // namespace lanes
