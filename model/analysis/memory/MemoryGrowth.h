// What grew step over step: who holds more at the end of each step than at the end of the one before.
#pragma once

#include "model/analysis/memory/MemoryMoment.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lanes {

// From the end of the first step to that of the last: what the first one makes stays as a rule.
struct MemoryGrowth {
    struct Row {
        std::string name; // as groups have it; empty: not known
        std::int64_t bytes = 0;
        std::int64_t blocks = 0;
        std::int64_t steps = 0; // in which it grew
        bool everyStep = false; // of two or more: what leaks does
    };
    std::vector<StepGrowth> steps; // all given, the first from its begin
    std::int64_t bytes = 0;        // 0 with fewer than two steps
    std::int64_t perStep = 0;      // mean
    std::vector<Row> rows;         // what changed, largest first; they sum to `bytes` but for `unnamed`
    std::int64_t unnamed = 0;      // in blocks that no event names
};

// `steps`: whole ones of the device's rank, in order. O(blocks log steps).
[[nodiscard]] MemoryGrowth memoryGrowth(const OperatorData& data, const DeviceMemory& device,
                                        std::span<const Step> steps, MemoryGroup group);

} // namespace lanes
