// Computes a kernel's largest share of the warps that a device can hold, as Kineto reports it.
#pragma once

#include "collector/ring/DeviceRecords.h"

#include <cstdint>
#include <optional>

namespace lanes::recorder {

// A device's figures; 0: not known. All but the first two are per processor.
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

// Returns percent: the threads of the blocks that a processor holds at once, of the threads that it could hold. At
// most the grid's blocks per processor count. Nothing if the figures are missing. Registers are allocated to warps by
// 256, in each quarter of a processor separately. Shared memory is allocated by 256 bytes; from compute capability 8
// on by 128 bytes, plus 1 KiB for each block (cuda_occupancy.h of the CUDA toolkit). Equals Kineto's "est. achieved
// occupancy %", except where a block takes more than 48 KiB of shared memory: there Kineto reports 0.
[[nodiscard]] std::optional<int> achievedOccupancy(const ring::Kernel& kernel, const DeviceFigures& device);

} // namespace lanes::recorder
