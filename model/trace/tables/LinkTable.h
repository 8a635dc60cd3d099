// Arrows between slices, found from either end.
#pragma once

#include "model/base/HugeVector.h"
#include "model/base/Ids.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <ranges>
#include <utility>
#include <vector>

namespace lanes {

enum class LinkKind : std::uint8_t {
    Launch,          // runtime call -> kernel, copy or set
    ForwardBackward, // forward operator -> backward operator
    Flow,            // any other arrow of the file
    Dependency,      // graph node -> graph node
    Captured,        // operator that was captured into a graph -> what a replay runs for it
};

struct Link {
    SliceId from;
    SliceId to;
    LinkKind kind = LinkKind::Flow;
    friend constexpr auto operator<=>(const Link&, const Link&) = default;
};

// Sorted runs of arrows, which copies of the table share. The number of runs is at most the number of binary digits of
// the arrow count, plus the runs that kLargestRun keeps from merging. Arrows that were read at once are one run. Any
// thread may look up in a copy. A lookup is a binary search per run. The first lookup by the target end sorts the run in
// O(n), unless sortEnds() has.
class LinkTable {
public:
    static constexpr std::size_t kLargestRun = std::size_t{1} << 22;

    LinkTable() = default;
    explicit LinkTable(UnwrittenVector<Link> links) { add(std::move(links)); }
    // Adds links in any order; drops links that are there already. O(n log n) for n new links, O(n) where they are
    // sorted. Merging runs of like size adds an amortised O(log) for each link. Copies stay as they are.
    void add(UnwrittenVector<Link> links);
    // Sorts by target end in advance, so that no thread that must not wait is the first to look up by it. O(links not
    // sorted yet).
    void sortEnds() const;

    [[nodiscard]] std::size_t size() const;
    // The links with both ends in [first, end). O(log) per run, plus the links that start there.
    [[nodiscard]] LinkTable within(SliceId first, SliceId end) const;
    [[nodiscard]] std::vector<Link> from(SliceId slice) const;           // links that start at it
    [[nodiscard]] std::vector<Link> to(SliceId slice) const;             // links that end at it
    [[nodiscard]] SliceId firstFrom(SliceId slice, LinkKind kind) const; // none if there is none
    [[nodiscard]] SliceId firstTo(SliceId slice, LinkKind kind) const;
    // Every link, as a range; within a run sorted by (from, to, kind).
    [[nodiscard]] auto all() const {
        return std::views::join(std::views::transform(
            runs_, [](const auto& run) -> const auto& { return run->links; }));
    }

private:
    struct Run {
        explicit Run(UnwrittenVector<Link> sorted)
            : links(std::move(sorted)) {}
        // Positions in `links`, by (to, from). The first caller waits until they are sorted; no thread calls it while a
        // session is read.
        [[nodiscard]] const HugeVector<std::uint32_t>& byTo() const;

        UnwrittenVector<Link> links; // by (from, to, kind)

    private:
        mutable std::once_flag sorted_;
        mutable HugeVector<std::uint32_t> byTo_;
    };
    template<class Body>
    void forEachFrom(SliceId slice, const Body& body) const;
    template<class Body>
    void forEachTo(SliceId slice, const Body& body) const;
    [[nodiscard]] bool has(const Link& link) const;
    void mergeLastRuns();

    std::vector<std::shared_ptr<const Run>> runs_;
};

} // namespace lanes
