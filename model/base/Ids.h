// Strong index types: a string's index cannot be passed as a track's. All are dense, from 0, and mean something only
// together with the Trace that gave them out.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace lanes {

template<class Tag>
struct Id {
    static constexpr std::uint32_t kNone = 0xffffffffu;
    std::uint32_t value = kNone;

    constexpr Id() = default;
    explicit constexpr Id(std::uint32_t v)
        : value(v) {}
    [[nodiscard]] constexpr bool valid() const { return value != kNone; }
    friend constexpr auto operator<=>(Id, Id) = default;
};

using StringId = Id<struct StringTag>;   // a text in StringTable
using TrackId = Id<struct TrackTag>;     // a thread's, stream's or counter's track
using ProcessId = Id<struct ProcessTag>; // a process (or GPU device) of the trace; not the system's pid
using LaneId = Id<struct LaneTag>;       // (track, depth): slices of one lane never overlap
using SliceId = Id<struct SliceTag>;     // a slice, over all segments
using StackId = Id<struct StackTag>;     // a node of StackTable's prefix tree
using LayoutId = Id<struct LayoutTag>;   // a layout of ArgTable: which keys a row of arguments has

} // namespace lanes

template<class Tag>
struct std::hash<lanes::Id<Tag>> {
    std::size_t operator()(lanes::Id<Tag> id) const noexcept { return std::hash<std::uint32_t>{}(id.value); }
};
