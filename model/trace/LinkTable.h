// Arrows between slices, found from either end.
#pragma once

#include "model/base/HugeVector.h"
#include "model/base/Ids.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lanes {

enum class LinkKind : std::uint8_t {
    Launch,          // runtime call -> kernel, copy or set
    ForwardBackward, // forward operator -> backward operator
    Flow,            // any other arrow of the file
    Dependency,      // graph node -> graph node
};

struct Link {
    SliceId from;
    SliceId to;
    LinkKind kind = LinkKind::Flow;
    friend constexpr auto operator<=>(const Link&, const Link&) = default;
};

// Immutable; any thread. Lookup is a binary search.
class LinkTable {
public:
    LinkTable() = default;
    explicit LinkTable(UnwrittenVector<Link> links); // any order, duplicates are dropped

    [[nodiscard]] std::span<const Link> from(SliceId slice) const;       // links that start at it
    [[nodiscard]] std::vector<Link> to(SliceId slice) const;             // links that end at it
    [[nodiscard]] SliceId firstFrom(SliceId slice, LinkKind kind) const; // none if there is none
    [[nodiscard]] SliceId firstTo(SliceId slice, LinkKind kind) const;
    [[nodiscard]] std::span<const Link> all() const { return links_; } // sorted by (from, to, kind)

private:
    UnwrittenVector<Link> links_;
    HugeVector<std::uint32_t> byTo_; // positions in links_, sorted by (to, from)
};

} // namespace lanes
