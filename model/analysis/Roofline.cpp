#include "model/analysis/Roofline.h"

#include <algorithm>
#include <array>

namespace lanes {

namespace {

constexpr double kTera = 1e12;

// The first that fits counts: longer names stand before shorter ones.
constexpr std::array kRoofs = {
    DeviceRoof{"H200", 989 * kTera, 66.9 * kTera, 4.8 * kTera},
    DeviceRoof{"H100 80GB HBM3", 989 * kTera, 66.9 * kTera, 3.35 * kTera},
    DeviceRoof{"H100 PCIe", 756 * kTera, 51.2 * kTera, 2 * kTera},
    DeviceRoof{"A100-SXM4-80GB", 312 * kTera, 19.5 * kTera, 2.039 * kTera},
    DeviceRoof{"A100-SXM4-40GB", 312 * kTera, 19.5 * kTera, 1.555 * kTera},
    DeviceRoof{"A100 80GB PCIe", 312 * kTera, 19.5 * kTera, 1.935 * kTera},
    DeviceRoof{"A100-PCIE-40GB", 312 * kTera, 19.5 * kTera, 1.555 * kTera},
    DeviceRoof{"V100-SXM2", 125 * kTera, 15.7 * kTera, .9 * kTera},
    DeviceRoof{"V100-PCIE", 112 * kTera, 14 * kTera, .9 * kTera},
    DeviceRoof{"Tesla T4", 65 * kTera, 8.1 * kTera, .32 * kTera},
    DeviceRoof{"NVIDIA L40S", 362 * kTera, 91.6 * kTera, .864 * kTera},
    DeviceRoof{"NVIDIA L4", 121 * kTera, 30.3 * kTera, .3 * kTera},
    DeviceRoof{"NVIDIA A10G", 70 * kTera, 35 * kTera, .6 * kTera},
    DeviceRoof{"NVIDIA A10", 125 * kTera, 31.2 * kTera, .6 * kTera},
    DeviceRoof{"RTX 4090", 165.2 * kTera, 82.6 * kTera, 1.008 * kTera},
    DeviceRoof{"RTX 3090", 71 * kTera, 35.6 * kTera, .936 * kTera},
    DeviceRoof{"MI300X", 1307.4 * kTera, 163.4 * kTera, 5.3 * kTera},
    DeviceRoof{"MI250X", 191.5 * kTera, 23.9 * kTera, 1.6 * kTera}, // one of its two dies is one device
};

} // namespace

double DeviceRoof::at(double intensity) const {
    return std::min(tensorFlops, intensity * bytes);
}

std::optional<DeviceRoof> deviceRoof(std::string_view deviceName) {
    const auto roof = std::ranges::find_if(kRoofs, [deviceName](const DeviceRoof& r) {
        return deviceName.find(r.name) != std::string_view::npos;
    });
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
