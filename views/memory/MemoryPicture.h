// Memory of one device over a range of time, as much of it as a width in pixels can show; and what is alive at a moment.
#pragma once

#include "model/analysis/memory/MemoryHistory.h"
#include "model/base/TimeScale.h"

#include <optional>
#include <string>
#include <vector>

namespace lanes {

enum class MemoryGroup : std::uint8_t { Operator, Category, Place, Module, Shapes };

struct MemoryPicture {
    struct Column {
        std::int64_t allocated = 0; // the most in the column's time
        std::int64_t reserved = -1; // -1 not known
    };
    struct Block {
        const MemoryBlock* block = nullptr; // of the history
        std::int64_t offset = 0;            // bytes below it in the picture
        Hue hue = Hue::Other;
        int shade = 0;
    };
    TimeRange range;
    std::vector<Column> columns;
    std::vector<Block> blocks; // the largest that live in the range
    std::int64_t stacked = 0;  // bytes of the highest stack
    std::size_t leftOut = 0;   // smaller blocks that live in the range too
    std::int64_t most = 0;     // of all columns, allocated or reserved
    std::int64_t peak = 0;     // allocated, in the range
    TimeNs peakTime = 0;
    bool reservedKnown = false;
};

// O(events in range + blocks); any thread. The picture points into `device`.
[[nodiscard]] MemoryPicture memoryPicture(const OperatorData& data, const DeviceMemory& device,
                                          TimeRange range, int width);

struct MemoryMoment {
    struct Group {
        std::string name; // empty: not known
        std::int64_t bytes = 0;
        std::int64_t blocks = 0;
    };
    TimeNs time = 0;
    std::optional<TimeNs> since; // only what was allocated after it
    std::int64_t allocated = 0;
    std::int64_t reserved = -1;
    std::int64_t used = -1;                  // of the whole device; -1 not known
    std::int64_t before = 0;                 // allocated when the recording began, as far as still there
    std::vector<Group> groups;               // largest first
    std::vector<const MemoryBlock*> largest; // of the history
    std::size_t alive = 0;
};

// O(blocks log blocks); any thread.
[[nodiscard]] MemoryMoment memoryMoment(const OperatorData& data, const DeviceMemory& device, TimeNs time,
                                        std::optional<TimeNs> since, MemoryGroup group);

// The operator that a block is charged to: not the bare allocation inside it. kNone where not known.
[[nodiscard]] std::uint32_t ownerOf(const OperatorForest& forest, const MemoryBlock& block);

} // namespace lanes
