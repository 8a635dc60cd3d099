// The sub-row of its track that an event is in. The slices of a thread nest in each other across kinds; sub-rows show
// the kinds apart: ranges, Python functions, operators, runtime calls.
#pragma once

#include "model/trace/Category.h"

#include <cstdint>

namespace lanes {

// In the order of display.
enum class LaneGroup : std::uint8_t { Ranges, Python, Operators, Runtime, Device, DeviceRanges };
inline constexpr int kLaneGroupCount = 6;

[[nodiscard]] constexpr LaneGroup groupOf(EventKind kind) {
    switch (kind) {
    case EventKind::UserRange:
        return LaneGroup::Ranges;
    case EventKind::PythonFunction:
    case EventKind::GarbageCollection:
        return LaneGroup::Python;
    case EventKind::Runtime:
        return LaneGroup::Runtime;
    case EventKind::Kernel:
    case EventKind::Memcpy:
    case EventKind::Memset:
    case EventKind::DeviceSync:
        return LaneGroup::Device;
    case EventKind::DeviceRange:
        return LaneGroup::DeviceRanges;
    case EventKind::Operator:
    case EventKind::Overhead:
    case EventKind::Communication:
    case EventKind::Other:
        break;
    }
    return LaneGroup::Operators;
}

} // namespace lanes
