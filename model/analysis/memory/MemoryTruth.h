// The findings about a device's memory in a range: the content of the peak, growth step over step, unused reserved
// memory, memory outside of PyTorch, and savings without a module's activations.
#pragma once

#include "model/analysis/memory/MemoryFit.h"
#include "model/analysis/memory/MemoryGrowth.h"

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace lanes {

// The content of memory at the peak. Categories and `before` sum to the peak.
struct PeakContent {
    struct Part {
        std::int64_t bytes = 0;
        std::int64_t blocks = 0;
    };
    MemoryPeak peak;
    std::array<Part, kMemoryCategoryCount> categories; // by MemoryCategory
    // In blocks without an allocation event: allocated before the recording. Negative if the recorded totals leave out
    // blocks with events, as torch does for memory that processes share.
    std::int64_t before = 0;
};

// Memory that the allocator had reserved but not allocated. All of it may be used later. Pieces that were too small were
// of no use if the allocator had to reserve more although enough memory was unused.
struct UnusedMemory {
    std::int64_t reserved = 0; // at the peak of allocated memory
    std::int64_t unused = 0;
    std::int64_t most = 0; // highest unused memory in the range
    TimeNs mostTime = 0;
    // Requests that made `reserved` grow although enough memory was unused, and the bytes by which it grew. Counts
    // requests of more than 1 MiB, which torch serves from a separate pool.
    std::int64_t forced = 0;
    std::int64_t forcedBytes = 0;
};

// Memory in use according to a counter of the device, minus the memory that PyTorch's allocators have reserved there:
// contexts, libraries, other programs.
struct OutsideMemory {
    // Memory of one process at that time, according to the device's driver.
    struct Share {
        std::int64_t process = 0; // its id
        std::int64_t bytes = 0;
        std::optional<std::int64_t>
            reserved; // by PyTorch; nothing: not known, or the process was not recorded
        [[nodiscard]] std::int64_t outside() const { return bytes - reserved.value_or(0); }
    };

    TimeNs time = 0; // time of the sample nearest to the peak
    std::int64_t used = 0;
    std::int64_t reserved = 0; // by all recorded processes of the device at that time
    std::int64_t most = 0;     // maximum of `outside` over all samples in the range
    TimeNs mostTime = 0;
    std::vector<Share> processes; // most outside memory first; empty: the driver gave no data
    [[nodiscard]] std::int64_t bytes() const { return used - reserved; }
};

struct MemoryTruth {
    TimeRange range;
    PeakContent content;
    MemoryGrowth growth;
    std::optional<UnusedMemory> unused;   // nothing if the allocator reserves nothing, as on a CPU
    std::optional<OutsideMemory> outside; // nothing without a counter, or without reserved sizes
    std::vector<MemoryFit> fits;          // largest saving first
};

// `device`: one of the history's. `growthBy`: the grouping of the growth. Nothing if asked to stop. Any thread.
// O(blocks log events + samples).
[[nodiscard]] std::optional<MemoryTruth> memoryTruth(const OperatorData& data, const DeviceMemory& device,
                                                     TimeRange range, MemoryGroup growthBy,
                                                     const std::stop_token& stop = {});

} // namespace lanes
