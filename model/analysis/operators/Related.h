// What belongs to a slice: the launch of a kernel and the operator around it, the kernels of an operator, forward and
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
    std::uint32_t count = 1; // targets of the same kind that stand for each other
};

struct Related {
    SliceId selected;
    std::vector<SliceId> slices; // without the selected one
    std::vector<Flow> flows;

    // For backward work whose own arrow stands further out, or nowhere: see EventOrigin::forwardOf().
    void addForward(SliceId forward);
};

// By the arrows at the slice and the launches in it. O(descendants of the slice, at most some thousands).
[[nodiscard]] Related relatedTo(const Trace& trace, SliceId selected);

// Where `]` (forward) and `[` lead from a slice, none if nowhere. `]`: to what it launched, else to the first kernel of
// what was launched in it, else to its backward work; `[`: to its launch, else to its forward operator. Where there is
// nothing of that, along other arrows. As EventOrigin, which also says when to stop.
[[nodiscard]] SliceId followLink(const Trace& trace, const EventOrigin& origins, SliceId from, bool forward);

} // namespace lanes
