// Both sides of a comparison as one call tree, for the flame graph of the difference.
#pragma once

#include "model/analysis/compare/SessionDiff.h"
#include "model/base/ChildLists.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lanes {

struct DiffNode {
    static constexpr std::uint32_t kNone = 0xffffffffu;
    struct Side {
        std::int64_t calls = 0; // of this node; 0 for a module, as only the calls inside it were recorded
        TimeNs self = 0;
        TimeNs total = 0; // including everything below
        SliceId longest;  // its longest call; none if it has no calls
    };
    std::string name; // name in A, if A has it
    EventKind kind = EventKind::Other;
    std::uint32_t parent = kNone; // less than the node's own index
    std::uint32_t depth = 0;
    bool inA = false;
    bool inB = false;
    Side a;
    Side b;
    // Width of the node: the self time of the larger side, plus the extents of its children.
    TimeNs extent = 0;

    [[nodiscard]] TimeNs delta() const { return b.total - a.total; }
};

// Immutable. Node 0 is the root, which has no name and contains everything: its totals are those of the table.
struct DiffTree {
    std::vector<DiffNode> nodes;
    ChildLists children;                 // of each node, the largest extent first
    std::optional<ProfileMetric> metric; // of profiles without times: what all "times" are in
};

// Names below the same caller are paired as in the tables. By kernel, the tree has the calls that launched kernels;
// otherwise operators and ranges. By step it is empty: steps have no tree. Nothing if asked to stop. O(operators x
// depth).
[[nodiscard]] std::optional<DiffTree> diffTreeOf(const DiffSide& a, const DiffSide& b, DiffBy by,
                                                 const std::stop_token& stop = {});

} // namespace lanes
