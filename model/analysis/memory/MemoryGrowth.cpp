#include "model/analysis/memory/MemoryGrowth.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lanes {
namespace {

struct BlockTally {
    // By step at whose end more or less is there than at the one before.
    std::map<std::size_t, std::int64_t> bytes;
    std::int64_t blocks = 0;
};

// The first step at whose end a block that comes, or goes, at `time` is there, or no longer.
std::size_t stepEndingAfter(std::span<const Step> steps, TimeNs time) {
    const auto at =
        std::ranges::lower_bound(steps, time, {}, [](const Step& step) { return step.range.end; });
    return static_cast<std::size_t>(at - steps.begin());
}

} // namespace

MemoryGrowth memoryGrowth(const OperatorData& data, const DeviceMemory& device, std::span<const Step> steps,
                          MemoryGroup group) {
    MemoryGrowth growth;
    growth.steps = growthBySteps(device, steps);
    if (steps.size() < 2) {
        return growth;
    }
    const auto later = std::ssize(steps) - 1;
    growth.bytes = device.allocatedAt(steps.back().range.end) - device.allocatedAt(steps.front().range.end);
    growth.perStep = growth.bytes / later;
    std::map<std::string, BlockTally> tallies;
    for (const MemoryBlock& block : device.blocks) {
        const bool seen = block.allocation != MemoryBlock::kNoEvent;
        const std::size_t from = seen ? stepEndingAfter(steps, block.life.begin) : 0;
        const std::size_t to =
            block.release == MemoryBlock::kNoEvent ? steps.size() : stepEndingAfter(steps, block.life.end);
        if (from >= to || (from == 0 && to == steps.size())) {
            continue; // at no end of a step, or at all of them
        }
        BlockTally& tally = tallies[groupNameOf(data, block, group)];
        if (from > 0) {
            tally.bytes[from] += block.bytes;
            ++tally.blocks;
        }
        if (to < steps.size()) {
            tally.bytes[to] -= block.bytes;
            --tally.blocks;
        }
    }
    growth.unnamed = growth.bytes;
    for (const auto& [name, tally] : tallies) {
        MemoryGrowth::Row row{name, 0, tally.blocks, 0, false};
        for (const auto& [step, bytes] : tally.bytes) {
            row.bytes += bytes;
            row.steps += bytes > 0 ? 1 : 0;
        }
        row.everyStep = later >= 2 && row.steps == later;
        growth.unnamed -= row.bytes;
        if (row.bytes != 0 || row.steps > 0) {
            growth.rows.push_back(std::move(row));
        }
    }
    std::ranges::stable_sort(growth.rows, std::ranges::greater{}, &MemoryGrowth::Row::bytes);
    return growth;
}

} // namespace lanes
