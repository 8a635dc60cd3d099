// Memory that grows step over step: groups that hold more at the end of each step than at the end of the one before.
#pragma once

#include "model/analysis/memory/MemoryMoment.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lanes {

// Growth from the end of the first step to the end of the last: allocations of the first step usually stay.
struct MemoryGrowth {
    struct Row {
        std::string name; // name of the group; empty: not known
        std::int64_t bytes = 0;
        std::int64_t blocks = 0;
        std::int64_t steps = 0; // number of steps in which it grew
        bool everyStep = false; // grew in each of at least two steps, as leaks do
    };
    std::vector<StepGrowth> steps; // all given steps; the first counts from its begin
    std::int64_t bytes = 0;        // 0 with fewer than two steps
    std::int64_t perStep = 0;      // mean
    std::vector<Row> rows;         // changed groups, largest first; they and `unnamed` sum to `bytes`
    std::int64_t unnamed = 0;      // in blocks without an event
};

// `steps`: complete steps of the device's rank, in order. O(blocks log steps).
[[nodiscard]] MemoryGrowth memoryGrowth(const OperatorData& data, const DeviceMemory& device,
                                        std::span<const Step> steps, MemoryGroup group);

} // namespace lanes
