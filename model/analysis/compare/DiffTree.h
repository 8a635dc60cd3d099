// Both sides of a comparison as one call tree: what a flame graph of the difference shows.
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
        std::int64_t calls = 0; // of this node; of a module none, as only what it called was recorded
        TimeNs self = 0;
        TimeNs total = 0; // with everything below
        SliceId longest;  // its longest call; none where there is none
    };
    std::string name; // as A has it, where it has it
    EventKind kind = EventKind::Other;
    std::uint32_t parent = kNone; // before this one
    std::uint32_t depth = 0;
    bool inA = false;
    bool inB = false;
    Side a;
    Side b;
    // How much room it needs: of itself what the larger side took, and all that is below.
    TimeNs extent = 0;

    [[nodiscard]] TimeNs delta() const { return b.total - a.total; }
};

// Immutable. Node 0 is the root, which has no name and holds everything: its totals are those of the table.
struct DiffTree {
    std::vector<DiffNode> nodes;
    ChildLists children; // of each node, the largest extent first
};

// Below the same caller names pair as in the tables. By kernel the calls that launched kernels; by anything else operators
// and ranges; steps have no tree: by them it is empty. Nothing if asked to stop. O(operators x depth).
[[nodiscard]] std::optional<DiffTree> diffTreeOf(const DiffSide& a, const DiffSide& b, DiffBy by,
                                                 const std::stop_token& stop = {});

} // namespace lanes
