// Converts the lengths of the design to device pixels.
#pragma once

#include <algorithm>
#include <cmath>

namespace lanes {

// Logical pixels at 100 % to device pixels.
struct Metrics {
    double dpr = 1;
    double fontScale = 1;
    [[nodiscard]] int px(double logical) const {
        return static_cast<int>(std::lround(logical * fontScale * dpr));
    }
    // max(1, floor(dpr)) device pixels, whatever the font.
    [[nodiscard]] int hairline() const { return std::max(1, static_cast<int>(dpr)); }
};

} // namespace lanes
