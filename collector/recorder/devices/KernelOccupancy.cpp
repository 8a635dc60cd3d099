#include "collector/recorder/devices/KernelOccupancy.h"

#include <algorithm>
#include <limits>

namespace lanes::recorder {

namespace {

constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::max();

std::int64_t roundUp(std::int64_t value, std::int64_t to) {
    return (value + to - 1) / to * to;
}

// The product of three numbers of a record, which may be anything; 0 where they make no launch.
std::int64_t volume(const std::int32_t (&sides)[3], std::int64_t most) { // NOLINT: as in the record
    std::int64_t product = 1;
    for (const std::int32_t side : sides) {
        if (side <= 0 || product > most / side) {
            return 0;
        }
        product *= side;
    }
    return product;
}

} // namespace

DeviceFigures figuresOf(const ring::DeviceFacts& facts) {
    return {facts.processors,   facts.warpThreads, facts.maxWarps,    facts.maxBlocks,
            facts.maxRegisters, facts.maxShared,   facts.computeMajor};
}

std::optional<int> achievedOccupancy(const ring::Kernel& kernel, const DeviceFigures& device) {
    constexpr std::int64_t kMostThreads = 1024; // of a block, on any device
    constexpr std::int64_t kQuarters = 4;
    const std::int64_t threads = volume(kernel.block, kMostThreads);
    const std::int64_t grid = volume(kernel.grid, kAny);
    const std::int64_t shared = std::int64_t{kernel.staticShared} + kernel.dynamicShared;
    if (threads == 0 || grid == 0 || shared < 0 || kernel.registers > 255 || device.processors == 0 ||
        device.warpThreads != 32 || device.warps == 0 || device.blocks == 0 || device.registers == 0) {
        return {};
    }
    const std::int64_t warps = (threads + 31) / 32;
    const std::int64_t registersOfWarp = roundUp(std::int64_t{kernel.registers} * 32, 256);
    const std::int64_t sharedOfBlock =
        device.computeMajor >= 8 ? roundUp(shared + 1024, 128) : roundUp(shared, 256);
    const std::int64_t byRegisters =
        registersOfWarp > 0 ? device.registers / kQuarters / registersOfWarp * kQuarters / warps : kAny;
    const std::int64_t byShared =
        sharedOfBlock > 0 && device.sharedBytes > 0 ? device.sharedBytes / sharedOfBlock : kAny;
    const std::int64_t fit =
        std::min({byRegisters, byShared, device.warps / warps, std::int64_t{device.blocks}});
    const double blocks = std::min(static_cast<double>(fit), static_cast<double>(grid) / device.processors);
    const double share = blocks * static_cast<double>(threads) / (32.0 * device.warps);
    return static_cast<int>(std::lround(100 * std::clamp(share, 0.0, 1.0)));
}

} // namespace lanes::recorder
