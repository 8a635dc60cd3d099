#include "views/shared/session/SteadyPart.h"

#include "model/analysis/time/Steps.h"

#include <algorithm>

namespace lanes {

std::optional<ViewState::SteadySteps> steadyStepsOf(const Trace& trace, const std::stop_token& stop) {
    const SessionSteps steps = findSteps(trace, stop);
    const std::optional<TimeRange> range = steps.steadyRange();
    if (!range) {
        return std::nullopt;
    }
    const auto isSteady = [&](const Step& step) { return steps.isSteady(step); };
    const auto first = std::ranges::find_if(steps.all(), isSteady);
    ViewState::SteadySteps steady{*range, first->number, first->number};
    for (const Step& step : steps.of(first->rank)) {
        steady.last = isSteady(step) ? step.number : steady.last;
    }
    return steady;
}

std::optional<TimeRange> firstPicture(const Trace& trace, TimeRange steady) {
    constexpr double kLittle = 0.5; // of the whole
    constexpr double kAir = 0.05;   // on either side
    const auto length = static_cast<double>(steady.length());
    if (length <= 0 || length >= kLittle * static_cast<double>(trace.work().length())) {
        return std::nullopt;
    }
    const auto air = static_cast<TimeNs>(length * kAir);
    return TimeRange{steady.begin - air, steady.end + air};
}

} // namespace lanes
