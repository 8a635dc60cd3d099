// The number of blocks of a kernel that a multiprocessor holds at once, from the launch and the device's limits.
#pragma once

#include "model/trace/Trace.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace lanes {

// Limits of a device; 0: not known.
struct DeviceLimits {
    std::int64_t device = 0; // its number in the kernels' "device"
    std::int64_t rank = -1;  // rank with this device; -1: all ranks without an entry of their own
    std::string name;
    std::string links; // "NVLink 4 x18 to GPU 1, 450 GB/s; ...", as recorded
    std::int64_t multiprocessors = 0;
    std::int64_t warpSize = 0;
    std::int64_t registers = 0;   // per multiprocessor
    std::int64_t sharedBytes = 0; // per multiprocessor
    std::int64_t threads = 0;     // per multiprocessor
    std::int64_t memoryBytes = 0;
    std::int64_t major = 0;
    std::int64_t minor = 0;
};

// Read from the session's "deviceProperties", and from "deviceProperties.rank1" and the like for ranks with different
// devices. Empty if they were not recorded.
[[nodiscard]] std::vector<DeviceLimits> deviceLimits(const SessionInfo& info);
// The limits of device `index` of a rank; null if there are none. O(devices).
[[nodiscard]] const DeviceLimits* limitsOf(const std::vector<DeviceLimits>& devices, std::int64_t index,
                                           std::int64_t rank);
// "H100 80GB HBM3": the device of a process, without its maker; empty if the session does not name it.
[[nodiscard]] std::string deviceName(const Trace& trace, const Process& process);

struct LaunchShape {
    std::array<std::int64_t, 3> grid{};  // blocks; 0: not known
    std::array<std::int64_t, 3> block{}; // threads
    std::int64_t registers = 0;          // per thread
    std::int64_t sharedBytes = 0;        // per block, static and dynamic
    friend bool operator==(const LaunchShape&, const LaunchShape&) = default;

    // 0: not known, or more than possible.
    [[nodiscard]] std::int64_t blocks() const;
    [[nodiscard]] std::int64_t threadsPerBlock() const;
};

enum class OccupancyLimit : std::uint8_t { Registers, SharedMemory, Threads, Blocks };

// Blocks per multiprocessor that each resource allows, in the order of OccupancyLimit.
//   registers      a warp takes registers x 32, rounded up to 256 (AMD: not estimated)
//   shared memory  a block takes its own and, from compute capability 8 on, 1 KiB of the system's
//   threads        whole warps
//   blocks         32; 16 for capability 7.5, 8.6 and 8.7; 24 for 8.9
// Occupancy = blocks that fit x warps per block / warps that the multiprocessor holds. A grid too small to fill the
// device does not lower it; `fills` is then false.
struct Occupancy {
    bool known = false;
    std::array<std::int64_t, 4> fit{};
    OccupancyLimit limit = OccupancyLimit::Blocks; // the first resource that allows the fewest
    std::int64_t warpsPerBlock = 0;
    std::int64_t warpsPerMultiprocessor = 0;
    int percent = 0;
    double waves = 0; // number of times that the grid fills the whole device
    bool fills = true;
};

[[nodiscard]] Occupancy estimateOccupancy(const LaunchShape& launch, const DeviceLimits& device);

} // namespace lanes
