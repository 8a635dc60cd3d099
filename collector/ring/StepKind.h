// The ranges by which torch itself tells that a step has ended: the probe watches them in a pause, the recorder counts steps.
#pragma once

#include <cstdint>
#include <string_view>

namespace lanes::ring {

enum class StepKind : std::uint8_t { None, Profiler, Optimizer };

// Of a range of that name.
inline StepKind stepKindOf(std::string_view name) {
    if (name.starts_with("ProfilerStep#")) {
        return StepKind::Profiler;
    }
    return name.starts_with("Optimizer.step#") ? StepKind::Optimizer : StepKind::None;
}

} // namespace lanes::ring
