// What can be said of a device's memory over a range: what stands at the peak, what grew step over step, what the allocator
// holds without use, what of the device is not PyTorch's, and what would fit without a module's activations.
#pragma once

#include "model/analysis/memory/MemoryFit.h"
#include "model/analysis/memory/MemoryGrowth.h"

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace lanes {

// What stood there at the peak. Categories and `before` sum to the peak.
struct PeakContent {
    struct Part {
        std::int64_t bytes = 0;
        std::int64_t blocks = 0;
    };
    MemoryPeak peak;
    std::array<Part, kMemoryCategoryCount> categories; // by MemoryCategory
    // In blocks that no event names: allocated before the recording. Negative where totals leave out blocks that events name,
    // as torch does with memory that processes share.
    std::int64_t before = 0;
};

// What the allocator had reserved and nobody used. All of it may be of use later; what lay in pieces too small was of none
// when more had to be reserved for a request although as much was unused.
struct UnusedMemory {
    std::int64_t reserved = 0; // at the peak of what was allocated
    std::int64_t unused = 0;
    std::int64_t most = 0; // unused, at any moment of the range
    TimeNs mostTime = 0;
    // Requests of more than 1 MiB, which torch serves from a pool of their own, that made `reserved` grow although as much
    // lay unused; and by how much it grew for them.
    std::int64_t forced = 0;
    std::int64_t forcedBytes = 0;
};

// What a counter of the device says is in use, less what PyTorch's allocators have reserved there: contexts, libraries,
// other programs.
struct OutsideMemory {
    // What the device's driver gave one process, then.
    struct Share {
        std::int64_t process = 0; // its id
        std::int64_t bytes = 0;
        std::optional<std::int64_t>
            reserved; // by PyTorch; nothing: not known, or the process was not recorded
        [[nodiscard]] std::int64_t outside() const { return bytes - reserved.value_or(0); }
    };

    TimeNs time = 0; // of the sample nearest to the peak
    std::int64_t used = 0;
    std::int64_t reserved = 0; // by all recorded processes of the device, then
    std::int64_t most = 0;     // outside, of all samples in the range
    TimeNs mostTime = 0;
    std::vector<Share> processes; // most outside first; empty: the driver has told of none
    [[nodiscard]] std::int64_t bytes() const { return used - reserved; }
};

struct MemoryTruth {
    TimeRange range;
    PeakContent content;
    MemoryGrowth growth;
    std::optional<UnusedMemory> unused;   // nothing where it reserves nothing for what it gives, as on a CPU
    std::optional<OutsideMemory> outside; // nothing where no counter tells, or nothing of what is reserved
    std::vector<MemoryFit> fits;          // what saves most first
};

// `device`: one of the history's. `growthBy`: what growth is gathered by. Nothing if asked to stop. Any thread.
// O(blocks log events + samples).
[[nodiscard]] std::optional<MemoryTruth> memoryTruth(const OperatorData& data, const DeviceMemory& device,
                                                     TimeRange range, MemoryGroup growthBy,
                                                     const std::stop_token& stop = {});

} // namespace lanes
