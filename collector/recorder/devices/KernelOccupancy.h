// How much of the warps that a device can hold a kernel holds at most, as Kineto tells it.
#pragma once

#include "collector/ring/DeviceRecords.h"

#include <cstdint>
#include <optional>

namespace lanes::recorder {

// A device's own figures; 0: not known. All but the first two are per processor.
struct DeviceFigures {
    std::uint32_t processors = 0;
    std::uint32_t warpThreads = 0;
    std::uint32_t warps = 0;
    std::uint32_t blocks = 0;
    std::uint32_t registers = 0;
    std::uint32_t sharedBytes = 0;
    std::uint32_t computeMajor = 0;
};

[[nodiscard]] DeviceFigures figuresOf(const ring::DeviceFacts& facts);

// Percent: blocks that a processor holds at once, of those that the grid has for it, by the threads that it could hold.
// Nothing where the figures do not say. Registers are given to warps by 256, to each quarter of a processor on its own; shared
// memory by 128 bytes, and 1 KiB to each block from compute capability 8 on (cuda_occupancy.h of the CUDA toolkit). Equals
// Kineto's "est. achieved occupancy %" but where a block takes more than 48 KiB of shared memory: Kineto says 0 there.
[[nodiscard]] std::optional<int> achievedOccupancy(const ring::Kernel& kernel, const DeviceFigures& device);

} // namespace lanes::recorder
