// What would fit: how high the peak would be if the activations of a module were not kept, as where it is checkpointed.
#pragma once

#include "model/analysis/memory/PeakFinder.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

// Of a module with all that it calls. The most that leaving them out can save: what is computed again stands there again
// for a while.
struct MemoryFit {
    std::string module;       // "Linear_0"; where several of one class are meant, "Linear"
    std::int64_t modules = 1; // how many are meant
    std::int64_t atPeak = 0;  // bytes of its activations at the peak as recorded
    std::int64_t blocks = 0;  // of these
    MemoryPeak peak;          // without its activations, anywhere in the range
};

// The modules, and classes of several, with the most activations at the peak, at most 64, by what they save; nothing where
// modules were not recorded, or if asked to stop. O(activations x depth log events).
[[nodiscard]] std::vector<MemoryFit> memoryFits(const OperatorData& data, const DeviceMemory& device,
                                                const PeakFinder& finder, const std::stop_token& stop = {});
// Of one module or class; nothing where none of that name has an activation on the device.
[[nodiscard]] std::optional<MemoryFit> memoryFit(const OperatorData& data, const DeviceMemory& device,
                                                 const PeakFinder& finder, std::string_view module);
// What would have been allocated after each event of the device without its activations. O(events + blocks log events).
[[nodiscard]] std::vector<std::int64_t> allocatedWithout(const OperatorData& data, const DeviceMemory& device,
                                                         std::string_view module);

} // namespace lanes
