// What belongs to a slice: the launch of a kernel and the operator around it, the kernels of an operator, forward and
// backward of each other.
#pragma once

#include "model/trace/Trace.h"

#include <cstdint>
#include <vector>

namespace lanes {

struct Flow {
    SliceId from;
    SliceId to;
    LinkKind kind = LinkKind::Launch;
    std::uint32_t count = 1; // targets of the same kind that stand for each other
};

struct Related {
    SliceId selected;
    std::vector<SliceId> slices; // without the selected one
    std::vector<Flow> flows;
};

// O(descendants of the slice, at most some thousands).
[[nodiscard]] Related relatedTo(const Trace& trace, SliceId selected);

// Where `]` (forward) and `[` lead from a slice: launch to kernel, forward to backward; none if nowhere. From an
// operator to the first kernel that was launched in it, from a kernel to its launch.
[[nodiscard]] SliceId followLink(const Trace& trace, SliceId from, bool forward);

} // namespace lanes
