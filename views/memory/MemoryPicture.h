// Memory of one device over a range of time, as much of it as a width in pixels can show.
#pragma once

#include "model/analysis/memory/MemoryHistory.h"
#include "model/base/TimeScale.h"

#include <cstdint>
#include <vector>

namespace lanes {

struct MemoryPicture {
    struct Column {
        std::int64_t allocated = 0; // the most in the column's time
        std::int64_t reserved = -1; // -1 not known
        std::int64_t outside = -1;  // in use on the device and not reserved by PyTorch; -1 not known
    };
    struct Block {
        const MemoryBlock* block = nullptr; // of the history
        std::int64_t offset = 0;            // bytes below it in the picture
        Hue hue = Hue::Other;
        int shade = 0;
    };
    TimeRange range;
    std::vector<Column> columns;
    std::vector<Block> blocks;     // the largest that live in the range
    std::int64_t stacked = 0;      // bytes of the highest stack
    std::size_t leftOut = 0;       // smaller blocks that live in the range too
    std::int64_t most = 0;         // of all columns, what is drawn; far more outside of PyTorch is cut off
    std::int64_t mostOutside = -1; // of all columns; -1 not known
    std::int64_t peak = 0;         // allocated, in the range
    TimeNs peakTime = 0;
    bool reservedKnown = false;
    std::vector<std::int64_t>
        without; // by column: allocated without some of the blocks; empty: not asked for
};

// O(events in range + blocks); any thread. The picture points into `device`.
[[nodiscard]] MemoryPicture memoryPicture(const OperatorData& data, const DeviceMemory& device,
                                          TimeRange range, int width);

// The most in each column of `values`, which are by event of the device. O(events in range).
[[nodiscard]] std::vector<std::int64_t> memoryColumns(const DeviceMemory& device,
                                                      const std::vector<std::int64_t>& values,
                                                      TimeRange range, int width);

} // namespace lanes
