#include "model/analysis/device/Roofline.h"

namespace lanes {

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
