// Events related to a slice: the launch of a kernel and the operator around it, the kernels of an operator, forward and
// backward of each other.
#pragma once

#include "model/analysis/operators/EventOrigin.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <vector>

namespace lanes {

struct Flow {
    SliceId from;
    SliceId to;
    LinkKind kind = LinkKind::Launch;
    std::uint32_t count = 1; // number of targets of the same kind that this one represents
};

struct Related {
    SliceId selected;
    std::vector<SliceId> slices; // without the selected slice
    std::vector<Flow> flows;

    // For backward work whose own arrow is at an outer slice, or missing: see EventOrigin::forwardOf().
    void addForward(SliceId forward);
};

// Found by the arrows at the slice and the launches in it. O(descendants of the slice, at most some thousands).
[[nodiscard]] Related relatedTo(const Trace& trace, SliceId selected);

// The target of `]` (forward) or `[` from a slice; none if there is none. `]` leads to its launched work, else to the
// first kernel launched inside it, else to its backward work. `[` leads to its launch, else to its forward operator.
// Otherwise both follow other arrows. Costs as EventOrigin, which also holds the stop token.
[[nodiscard]] SliceId followLink(const Trace& trace, const EventOrigin& origins, SliceId from, bool forward);

} // namespace lanes
