// The memory of one device over a range of time, reduced to a width in pixels.
#pragma once

#include "model/analysis/memory/MemoryHistory.h"
#include "model/base/TimeScale.h"

#include <cstdint>
#include <vector>

namespace lanes {

struct MemoryPicture {
    struct Column {
        std::int64_t allocated = 0; // maximum in the column's time
        std::int64_t reserved = -1; // -1: unknown
        std::int64_t outside = -1;  // in use on the device but not reserved by PyTorch; -1: unknown
    };
    struct Block {
        const MemoryBlock* block = nullptr; // one of the history
        std::int64_t offset = 0;            // bytes below it in the picture
        Hue hue = Hue::Other;
        int shade = 0;
    };
    TimeRange range;
    std::vector<Column> columns;
    std::vector<Block> blocks;     // the largest ones that live in the range
    std::int64_t stacked = 0;      // bytes of the highest stack
    std::size_t leftOut = 0;       // number of smaller blocks that live in the range, too
    std::int64_t most = 0;         // maximum drawn; far more outside PyTorch is cut off
    std::int64_t mostOutside = -1; // of all columns; -1: unknown
    std::int64_t peak = 0;         // maximum of `allocated` in the range
    TimeNs peakTime = 0;
    bool reservedKnown = false;
    // By column: `allocated` without some of the blocks. Empty: not requested.
    std::vector<std::int64_t> without;
};

// O(events in range + blocks); any thread. The picture refers to data of `device`.
[[nodiscard]] MemoryPicture memoryPicture(const OperatorData& data, const DeviceMemory& device,
                                          TimeRange range, int width);

// Returns the maximum of `values` in each column. `values` has one entry for each event of the device. O(events in range).
[[nodiscard]] std::vector<std::int64_t> memoryColumns(const DeviceMemory& device,
                                                      const std::vector<std::int64_t>& values,
                                                      TimeRange range, int width);

} // namespace lanes
