// Finds ancestors of slices whose chains of parents are long. Without it, each arrow that ends behind thousands of nested
// calls would walk up all of them.
#pragma once

#include "model/base/Ids.h"
#include "model/base/Time.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace lanes {

// Jumps for the slices [first, end); parents have smaller ids. Immutable; any thread. 16 bytes a slice.
class AncestorJumps {
public:
    static constexpr TimeNs kNever = std::numeric_limits<TimeNs>::min();

    // `parentOf(slice)` is its parent; `endOf(slice)` its end, or kNever for slices that are never searched for.
    // O(slices).
    template<class ParentOf, class EndOf>
    AncestorJumps(std::uint32_t first, std::uint32_t end, const ParentOf& parentOf, const EndOf& endOf)
        : first_(first) {
        jumps_.reserve(end - first);
        for (std::uint32_t i = first; i < end; ++i) {
            const SliceId parent = parentOf(SliceId(i));
            const Jump near = at(parent);
            const Jump far = at(near.to);
            const TimeNs own = endOf(SliceId(i));
            if (parent.valid() && near.depth - far.depth == far.depth - at(far.to).depth) {
                jumps_.push_back({far.to, near.depth + 1, std::max({own, near.latest, far.latest})});
            } else {
                jumps_.push_back({parent, near.depth + 1, own});
            }
        }
    }

    // The first slice, among `slice` and its ancestors, that can be searched for and has not ended before `t`; or none.
    // `parentOf` and `endOf` must be those of the constructor. O(log depth).
    template<class ParentOf, class EndOf>
    [[nodiscard]] SliceId firstEndingFrom(SliceId slice, TimeNs t, const ParentOf& parentOf,
                                          const EndOf& endOf) const {
        const TimeNs from = std::max(t, kNever + 1);
        while (slice.valid() && endOf(slice) < from) {
            const Jump& jump = jumps_[slice.value - first_];
            slice = jump.latest < from ? jump.to : parentOf(slice);
        }
        return slice;
    }

private:
    // One jump per slice, as in skew-binary numbers: about log(depth) jumps lead from each slice to any ancestor.
    struct Jump {
        SliceId to;
        std::uint32_t depth = 0;
        TimeNs latest = 0; // end of the slice itself and of its ancestors below `to`
    };
    [[nodiscard]] Jump at(SliceId slice) const {
        return slice.valid() ? jumps_[slice.value - first_] : Jump();
    }

    std::uint32_t first_;
    std::vector<Jump> jumps_; // by slice
};

} // namespace lanes
