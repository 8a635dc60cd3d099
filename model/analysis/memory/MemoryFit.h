// Estimates the peak if a module's activations were not kept, as with checkpointing.
#pragma once

#include "model/analysis/memory/PeakFinder.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

// The estimate for a module with all its callees. It is an upper bound of the saving: recomputed activations are
// allocated again for a while.
struct MemoryFit {
    std::string module;       // "Linear_0"; for all modules of a class, "Linear"
    std::int64_t modules = 1; // number of modules
    std::int64_t atPeak = 0;  // bytes of its activations at the recorded peak
    std::int64_t blocks = 0;  // number of these activations
    MemoryPeak peak;          // without its activations, anywhere in the range
};

// Estimates for the modules, and for classes of several, with the most activations at the peak. At most 64, sorted by
// their saving. Nothing if modules were not recorded, or if asked to stop. O(activations x depth log events).
[[nodiscard]] std::vector<MemoryFit> memoryFits(const OperatorData& data, const DeviceMemory& device,
                                                const PeakFinder& finder, const std::stop_token& stop = {});
// The estimate for one module or class; nothing if no module of that name has an activation on the device.
[[nodiscard]] std::optional<MemoryFit> memoryFit(const OperatorData& data, const DeviceMemory& device,
                                                 const PeakFinder& finder, std::string_view module);
// Allocated bytes after each event of the device, without the module's activations. O(events + blocks log events).
[[nodiscard]] std::vector<std::int64_t> allocatedWithout(const OperatorData& data, const DeviceMemory& device,
                                                         std::string_view module);

} // namespace lanes
