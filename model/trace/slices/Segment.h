// A run of slices of one track: the unit of file chunk, memory and level of detail. Immutable.
#pragma once

#include "model/base/Ids.h"
#include "model/base/SharedColumn.h"
#include "model/base/Time.h"
#include "model/trace/Category.h"

#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

namespace lanes {

// Columns in lane order: by depth, then by start. Slices of one lane (track and depth) never overlap, in this segment or
// across its neighbours. So a lane is a sorted sequence, and its n-th slice ends before the next begins. The spans point
// into `storage`, which several segments may share.
struct Segment {
    TrackId track;
    std::uint32_t first = 0; // SliceId of slice 0; ids run on over the segments of a trace in order
    std::span<const TimeNs> start;
    std::span<const TimeNs> duration; // >= 0
    std::span<const StringId> name;
    // Innermost slice around each one (see Nesting), maybe in an earlier segment. It is less deep, mostly by one.
    std::span<const SliceId> parent;
    std::span<const LayoutId> layout;   // layout of its arguments
    std::span<const std::uint32_t> row; // row of its arguments in that layout
    std::span<const EventKind> kind;
    std::span<const Hue> hue;
    std::vector<std::uint32_t> laneBegin; // depth -> first index; one more entry than there are depths
    // True if slices overlap only partly, in this segment or with those that ran at its begin. If false, a parent is one
    // less deep.
    bool overlaps = false;
    std::shared_ptr<const void> storage;

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(start.size()); }
    [[nodiscard]] std::uint32_t depths() const {
        return laneBegin.empty() ? 0 : static_cast<std::uint32_t>(laneBegin.size() - 1);
    }
    [[nodiscard]] TimeNs end(std::uint32_t index) const { return start[index] + duration[index]; }
    // Starts of the first and the last of its slices. The segment must have slices. O(depths).
    [[nodiscard]] TimeNs firstStart() const;
    [[nodiscard]] TimeNs lastStart() const;
    // Position of the parent of a slice at `depth`; size() if there is none, or it is in another segment. O(1).
    [[nodiscard]] std::uint32_t parentIndex(std::uint32_t index, std::uint32_t depth) const {
        const std::uint32_t at = parent[index].value - first;
        return at < laneBegin[depth] ? at : size();
    }
    // The first slice of kind `of` from `from` on; size() if there is none. O(slices between), several at a time.
    [[nodiscard]] std::uint32_t next(EventKind of, std::uint32_t from) const {
        const std::size_t left = size() - from;
        const void* at = left > 0 ? std::memchr(&kind[from], static_cast<int>(of), left) : nullptr;
        return at == nullptr ? size()
                             : static_cast<std::uint32_t>(static_cast<const EventKind*>(at) - kind.data());
    }
};

// The segments of a trace. Ids continue from one to the next; those of one track are in time order. Snapshots of a
// growing session share them.
using Segments = SharedColumn<std::shared_ptr<const Segment>, 256>;

} // namespace lanes
