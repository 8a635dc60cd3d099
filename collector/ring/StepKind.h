// The ranges by which torch itself marks the end of a step. The probe watches for them in a pause; the recorder
// counts steps by them.
#pragma once

#include <cstdint>
#include <string_view>

namespace lanes::ring {

enum class StepKind : std::uint8_t { None, Profiler, Optimizer };

// Returns the kind of step that a range of this name ends.
inline StepKind stepKindOf(std::string_view name) {
    if (name.starts_with("ProfilerStep#")) {
        return StepKind::Profiler;
    }
    return name.starts_with("Optimizer.step#") ? StepKind::Optimizer : StepKind::None;
}

} // namespace lanes::ring
