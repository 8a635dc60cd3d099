// Compares operators with the limits of the device: operations per byte against operations per second. The device's peak
// rate and memory bandwidth form the roof.
#pragma once

#include "model/analysis/operators/OperatorStats.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lanes {

// The peak rates of a device, as its maker states them. The numbers were taken from:
//   NVIDIA H100 Tensor Core GPU data sheet, and its architecture whitepaper for the dense rates (H100, H200's chip)
//   NVIDIA H200 Tensor Core GPU data sheet
//   NVIDIA A100 Tensor Core GPU data sheet (80 GB), and the Ampere architecture whitepaper (40 GB)
//   NVIDIA V100 Tensor Core GPU data sheet; Turing architecture whitepaper, appendix on the Tesla T4
//   NVIDIA A10, L4 and L40S data sheets
//   NVIDIA Ada and Ampere GA102 architecture whitepapers (GeForce RTX 4090, 3090; tensor rates with 32-bit sums)
//   AMD Instinct MI300X, MI250X and MI210 data sheets
// Add a device only with such a source: rates that are only measured, or stated by others, are not roofs.
// Dense rates; operations and bytes per second.
struct DeviceRoof {
    std::string_view name;   // without maker and family
    std::string_view source; // the document that states the rates
    double tensorFlops = 0;  // 16-bit matrix units
    double vectorFlops = 0;  // 32-bit
    double bytes = 0;        // device memory

    // The highest operations per second at so many operations per byte.
    [[nodiscard]] double at(double intensity) const;
    [[nodiscard]] double ridge() const { return tensorFlops / bytes; } // from here on compute is the limit
};

// Finds the roof by the driver's name of the device ("NVIDIA H100 80GB HBM3"). Nothing unless exactly that name is known:
// relatives of similar names have other rates. O(devices known).
[[nodiscard]] std::optional<DeviceRoof> deviceRoof(std::string_view deviceName);

struct RooflinePoint {
    std::uint32_t row = 0;
    double intensity = 0; // operations per byte
    double flops = 0;     // operations per second
    TimeNs time = 0;      // on the device
    bool launchBound = false;
};

// Duration below which the launch costs as much as the work; nanoseconds.
inline constexpr TimeNs kLaunchBound = 5000;

// One point for each row that launches work itself and has known operations and bytes, in the order of rows. O(rows).
[[nodiscard]] std::vector<RooflinePoint> rooflinePoints(const std::vector<OperatorRow>& rows);

} // namespace lanes
