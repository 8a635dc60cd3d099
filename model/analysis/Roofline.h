// How near operators come to what the device can do: work per byte against work per second, below a roof of the device's
// peak rate and memory bandwidth.
#pragma once

#include "model/analysis/OperatorStats.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lanes {

// Peaks from the maker's data sheet, dense; operations and bytes per second.
struct DeviceRoof {
    std::string_view name;  // what the device's recorded name holds
    double tensorFlops = 0; // 16-bit matrix units
    double vectorFlops = 0; // 32-bit
    double bytes = 0;       // device memory

    // The most operations per second at so many operations per byte.
    [[nodiscard]] double at(double intensity) const;
    [[nodiscard]] double ridge() const { return tensorFlops / bytes; } // from here on compute is the limit
};

// Nothing for a device whose data sheet is not known here. O(devices known).
[[nodiscard]] std::optional<DeviceRoof> deviceRoof(std::string_view deviceName);

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
