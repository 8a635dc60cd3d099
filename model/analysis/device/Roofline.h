// How near operators come to what the device can do: work per byte against work per second, below a roof of the device's
// peak rate and memory bandwidth.
#pragma once

#include "model/analysis/device/DeviceRoof.h"
#include "model/analysis/operators/OperatorStats.h"

#include <cstdint>
#include <vector>

namespace lanes {

struct RooflinePoint {
    std::uint32_t row = 0;
    double intensity = 0; // operations per byte
    double flops = 0;     // operations per second
    TimeNs time = 0;      // on the device
    bool launchBound = false;
};

// Work so short that launching it costs as much.
inline constexpr TimeNs kLaunchBound = 5000;

// The rows that launch work themselves and whose operations and bytes are known, in the order of rows. O(rows).
[[nodiscard]] std::vector<RooflinePoint> rooflinePoints(const std::vector<OperatorRow>& rows);

} // namespace lanes
