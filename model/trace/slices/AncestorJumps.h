// Ancestors of slices whose chains of parents are long: arrows that end behind thousands of nested calls would else walk up all
// of them, each time.
#pragma once

#include "model/base/Ids.h"
#include "model/base/Time.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace lanes {

// Of the slices [first, end); parents have smaller ids. Immutable; any thread. 16 bytes a slice.
class AncestorJumps {
public:
    static constexpr TimeNs kNever = std::numeric_limits<TimeNs>::min();

    // `parentOf(slice)`; `endOf(slice)`: when it ends, or kNever where it is not looked for. O(slices).
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

    // The first of a slice and its ancestors that is looked for and has not ended before `t`, or none. `parentOf` and `endOf`
    // as they were. O(log depth).
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
    // As skew-binary numbers have them: one jump a slice, and from each slice some log(depth) of them reach any ancestor.
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
