#include "model/io/joining/AncestorJumps.h"

#include <algorithm>

namespace lanes {

AncestorJumps::AncestorJumps(const SliceMerge& slices, TrackId track)
    : slices_(slices)
    , first_(slices.slicesOf(track).first) {
    const std::uint32_t end = slices.slicesOf(track).second;
    jumps_.reserve(end - first_);
    for (std::uint32_t i = first_; i < end; ++i) {
        const SliceId parent = slices.parent(SliceId(i));
        const Jump near = at(parent);
        const Jump far = at(near.to);
        if (parent.valid() && near.depth - far.depth == far.depth - at(far.to).depth) {
            jumps_.push_back(
                {far.to, near.depth + 1, std::max({slices.end(SliceId(i)), near.latest, far.latest})});
        } else {
            jumps_.push_back({parent, near.depth + 1, slices.end(SliceId(i))});
        }
    }
}

SliceId AncestorJumps::firstEndingFrom(SliceId slice, TimeNs t) const {
    while (slice.valid() && slices_.end(slice) < t) {
        const Jump& jump = jumps_[slice.value - first_];
        slice = jump.latest < t ? jump.to : slices_.parent(slice);
    }
    return slice;
}

} // namespace lanes
