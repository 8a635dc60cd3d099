#include "model/analysis/device/Roofline.h"

#include <algorithm>
#include <array>

namespace lanes {

namespace {

constexpr double kTera = 1e12;
constexpr std::string_view kH100 = "NVIDIA H100 data sheet";
constexpr std::string_view kA100 = "NVIDIA A100 data sheet";
constexpr std::string_view kAmpere = "NVIDIA Ampere whitepaper";
constexpr std::string_view kV100 = "NVIDIA V100 data sheet";

constexpr std::array kRoofs = {
    DeviceRoof{"H200", "NVIDIA H200 data sheet", 989 * kTera, 66.9 * kTera, 4.8 * kTera},
    DeviceRoof{"H100 80GB HBM3", kH100, 989 * kTera, 66.9 * kTera, 3.35 * kTera},
    DeviceRoof{"H100 PCIe", kH100, 756 * kTera, 51.2 * kTera, 2 * kTera},
    DeviceRoof{"A100-SXM4-80GB", kA100, 312 * kTera, 19.5 * kTera, 2.039 * kTera},
    DeviceRoof{"A100 80GB PCIe", kA100, 312 * kTera, 19.5 * kTera, 1.935 * kTera},
    DeviceRoof{"A100-SXM4-40GB", kAmpere, 312 * kTera, 19.5 * kTera, 1.555 * kTera},
    DeviceRoof{"A100-PCIE-40GB", kAmpere, 312 * kTera, 19.5 * kTera, 1.555 * kTera},
    DeviceRoof{"V100-SXM2-16GB", kV100, 125 * kTera, 15.7 * kTera, .9 * kTera},
    DeviceRoof{"V100-SXM2-32GB", kV100, 125 * kTera, 15.7 * kTera, .9 * kTera},
    DeviceRoof{"V100-PCIE-16GB", kV100, 112 * kTera, 14 * kTera, .9 * kTera},
    DeviceRoof{"V100-PCIE-32GB", kV100, 112 * kTera, 14 * kTera, .9 * kTera},
    DeviceRoof{"T4", "NVIDIA Turing whitepaper", 65 * kTera, 8.1 * kTera, .32 * kTera},
    DeviceRoof{"L40S", "NVIDIA L40S data sheet", 362 * kTera, 91.6 * kTera, .864 * kTera},
    DeviceRoof{"L4", "NVIDIA L4 data sheet", 121 * kTera, 30.3 * kTera, .3 * kTera},
    DeviceRoof{"A10", "NVIDIA A10 data sheet", 125 * kTera, 31.2 * kTera, .6 * kTera},
    DeviceRoof{"RTX 4090", "NVIDIA Ada whitepaper", 165.2 * kTera, 82.6 * kTera, 1.008 * kTera},
    DeviceRoof{"RTX 3090", "NVIDIA GA102 whitepaper", 71 * kTera, 35.6 * kTera, .936 * kTera},
    DeviceRoof{"MI300X", "AMD MI300X data sheet", 1307.4 * kTera, 163.4 * kTera, 5.3 * kTera},
    DeviceRoof{"MI250X", "AMD MI250X data sheet, one of two dies", 191.5 * kTera, 23.9 * kTera, 1.6 * kTera},
    DeviceRoof{"MI210", "AMD MI210 data sheet", 181 * kTera, 22.6 * kTera, 1.6 * kTera},
};

std::string_view withoutMaker(std::string_view name) {
    for (const std::string_view word : {"NVIDIA ", "Tesla ", "GeForce ", "AMD ", "Instinct "}) {
        if (name.starts_with(word)) {
            name.remove_prefix(word.size());
        }
    }
    return name;
}

} // namespace

double DeviceRoof::at(double intensity) const {
    return std::min(tensorFlops, intensity * bytes);
}

std::optional<DeviceRoof> deviceRoof(std::string_view deviceName) {
    const auto roof = std::ranges::find(kRoofs, withoutMaker(deviceName), &DeviceRoof::name);
    return roof == kRoofs.end() ? std::nullopt : std::optional(*roof);
}

std::vector<RooflinePoint> rooflinePoints(const std::vector<OperatorRow>& rows) {
    std::vector<RooflinePoint> points;
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        const OperatorRow& row = rows[i];
        if (row.selfDevice <= 0 || row.costedDevice <= 0 || row.flops <= 0 || row.bytes <= 0) {
            continue;
        }
        const double seconds = static_cast<double>(row.costedDevice) / 1e9;
        points.push_back({i, static_cast<double>(row.flops) / static_cast<double>(row.bytes),
                          static_cast<double>(row.flops) / seconds, row.costedDevice,
                          row.costedDevice / row.calls < kLaunchBound});
    }
    return points;
}

} // namespace lanes
