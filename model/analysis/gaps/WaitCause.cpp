#include "model/analysis/gaps/WaitCause.h"

#include <algorithm>
#include <cstddef>

namespace lanes {

std::string_view waitCauseKey(WaitCause cause) {
    static constexpr std::array<std::string_view, kWaitCauses> kKeys{
        "launch_bound", "data_loading", "host_sync", "copy",         "collective", "allocator", "compile",
        "gc",           "graph_launch", "off_cpu",   "other_stream", "profiler",   "unknown"};
    return kKeys[static_cast<std::size_t>(cause)];
}

Hue waitHue(WaitCause cause) {
    static constexpr std::array<Hue, kWaitCauses> kHues{
        Hue::Operator, Hue::DataLoading, Hue::Sync,  Hue::Copy, Hue::Communication, Hue::Norm, Hue::Autograd,
        Hue::Python,   Hue::Runtime,     Hue::Range, Hue::Gemm, Hue::Attention,     Hue::Other};
    return kHues[static_cast<std::size_t>(cause)];
}

CauseTimes causeTimes(std::span<const WaitStretch> stretches) {
    CauseTimes times{};
    for (const WaitStretch& stretch : stretches) {
        times[static_cast<std::size_t>(stretch.cause)] += stretch.range.length();
    }
    return times;
}

WaitCause mainCause(std::span<const WaitStretch> stretches) {
    const CauseTimes times = causeTimes(stretches);
    return stretches.empty() ? WaitCause::Unknown
                             : static_cast<WaitCause>(std::ranges::max_element(times) - times.begin());
}

} // namespace lanes
