// The callers of operators and user ranges in a segment in which slices overlap. There, slices around a node's parent may
// not be around the node: nodes nest among themselves, by their begins. Nothing nests in an asynchronous range, but such
// a range has a caller.
#pragma once

#include "model/base/HugeVector.h"
#include "model/trace/slices/AsyncRanges.h"
#include "model/trace/slices/Segment.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace lanes {

[[nodiscard]] constexpr bool isForestNode(EventKind kind) {
    return kind == EventKind::Operator || kind == EventKind::UserRange;
}

// A node of an earlier segment that still runs and may call others.
struct RunningNode {
    TimeRange time;
    std::uint32_t node = 0;
    std::uint32_t segment = 0;
    EventKind kind = EventKind::Operator;
};

struct NestedNodes {
    static constexpr std::uint32_t kNone = 0xffffffffu;

    std::vector<std::uint32_t> numbers; // by slice: its number as a node, or kNone
    std::vector<std::uint32_t> around;  // by slice: the innermost node that is open when it starts, or kNone
    // Runtime calls whose innermost open operator is not around that node. A range that began in the operator outlasts
    // it. Pairs of slice and operator, by slice.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> launchers;
};

// Numbers the nodes in the order of slices, from `first` on. `order`: slices by start. `running`: by start. O(slices).
[[nodiscard]] NestedNodes nestNodes(const Segment& segment, std::uint32_t first,
                                    const HugeVector<std::uint32_t>& order, const AsyncRanges& asyncs,
                                    std::span<const RunningNode> running);

} // namespace lanes
