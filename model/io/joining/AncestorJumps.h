// Ancestors of slices whose chains of parents are long: arrows that end behind thousands of nested calls would else walk up all
// of them, each time.
#pragma once

#include "model/io/joining/SliceMerge.h"

#include <cstdint>
#include <vector>

namespace lanes {

// Of one track. O(slices) to make.
class AncestorJumps {
public:
    AncestorJumps(const SliceMerge& slices, TrackId track);

    // The first of a slice of the track and its ancestors that has not ended before `t`, or none. O(log depth).
    [[nodiscard]] SliceId firstEndingFrom(SliceId slice, TimeNs t) const;

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

    const SliceMerge& slices_;
    std::uint32_t first_;
    std::vector<Jump> jumps_; // by slice of the track; parents have smaller ids
};

} // namespace lanes
