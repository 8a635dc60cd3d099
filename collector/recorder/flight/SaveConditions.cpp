#include "collector/recorder/flight/SaveConditions.h"

#include "model/base/Format.h"

#include <array>
#include <cstdio>

namespace lanes::recorder {

std::string tooSlow(const SaveConditions& conditions, const SeenStep& step) {
    const auto duration = static_cast<double>(step.duration);
    const auto usual = static_cast<double>(step.usual);
    const bool times = conditions.stepTimes > 0 && usual > 0 && duration > conditions.stepTimes * usual;
    const bool longer = conditions.stepLonger > 0 && step.duration > conditions.stepLonger;
    if (!times && !longer) {
        return {};
    }
    std::string text = "step " + std::to_string(step.number) + " took " + formatDuration(step.duration);
    if (usual > 0) {
        std::array<char, 32> factor{};
        std::snprintf(factor.data(), factor.size(), "%.1f", duration / usual);
        text += std::string(", ") + factor.data() + " times the usual " + formatDuration(step.usual);
    }
    return text;
}

} // namespace lanes::recorder
