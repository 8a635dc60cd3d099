// Maps every slice, kernel and allocation to its node of a call tree. Made once per trace and kind of tree; the tree of
// any range is then one sum over the events in it.
#pragma once

#include "model/analysis/flame/FlameTree.h"
#include "model/base/HugeArray.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace lanes {

// True if a slice of this kind and name is part of the tree.
[[nodiscard]] bool belongsTo(FlameSource source, EventKind kind, std::string_view name);

// A call of a Python function that appears only in recorded stacks.
struct FrameCall {
    TimeNs start = 0;
    std::uint32_t node = 0;
};

// The options that require an index of their own.
struct FlameKind {
    FlameSource source = FlameSource::Everything;
    bool collapseRecursion = false;
    bool tidy = false;
    friend constexpr auto operator<=>(const FlameKind&, const FlameKind&) = default;
};

// Immutable; any thread. 4 bytes per slice of the tree, and 4 per slice whose caller does not tell its outer slice.
class FlameIndex {
public:
    // Nothing if asked to stop. O(slices + kernels + allocations).
    static std::shared_ptr<const FlameIndex> build(const OperatorData& data, const FlameKind& kind,
                                                   const std::stop_token& stop = {});

    // Nothing if asked to stop. O(slices in range + kernels + allocations in range + nodes).
    [[nodiscard]] std::shared_ptr<const FlameTree> tree(const std::optional<TimeRange>& range,
                                                        const std::stop_token& stop = {}) const;

private:
    friend class FlameIndexBuilder;
    using Weights = HugeArray<FlameNode::Weights>; // by node

    // Each is false if asked to stop.
    bool addLane(const Segment& segment, std::uint32_t depth, const std::optional<TimeRange>& range,
                 Weights& weights, const std::stop_token& stop) const;
    void takeFromCaller(const Segment& segment, SliceId outer, TimeRange own,
                        const std::optional<TimeRange>& range, FlameNode::Weights& of) const;
    [[nodiscard]] bool addKernels(const std::optional<TimeRange>& range, Weights& weights,
                                  const std::stop_token& stop) const;
    [[nodiscard]] bool isBackward(SliceId slice) const {
        return !isBackward_.empty() && isBackward_[slice.value];
    }
    [[nodiscard]] bool addUp(Weights& sums, const Weights& more, const std::stop_token& stop) const;
    [[nodiscard]] bool addFrameCalls(const std::optional<TimeRange>& range, Weights& weights,
                                     const std::stop_token& stop) const;
    [[nodiscard]] bool addAllocations(const std::optional<TimeRange>& range, Weights& weights,
                                      const std::stop_token& stop) const;
    // Null if asked to stop.
    [[nodiscard]] std::shared_ptr<const FlameTree> pruned(const Weights& weights,
                                                          const std::stop_token& stop) const;

    std::shared_ptr<const OperatorForest> forest_;
    std::shared_ptr<const CallContext> context_;
    std::shared_ptr<std::set<std::string>> classes_ =
        std::make_shared<std::set<std::string>>();            // names of nodes
    [[nodiscard]] std::uint32_t nodeOf(SliceId slice) const { // kNone: it does not take part
        return nodeOf_[slice.value] - 1;
    }
    // The innermost slice of the tree around slice `i` of a segment, or none. Usually its caller.
    [[nodiscard]] SliceId around(const Segment& segment, std::uint32_t i) const {
        const std::uint32_t slice = segment.first + i;
        if (around_[slice] != 0) {
            return around_[slice] == slice + 1 ? SliceId() : SliceId(around_[slice] - 1);
        }
        const SliceId caller = segment.parent[i];
        return caller.valid() && nodeOf_[caller.value] != 0 ? caller : SliceId();
    }

    using Owned = std::pair<SliceId, TimeRange>;
    using CalledIn = std::pair<SliceId, SliceId>;

    HugeVector<FlamePlace> nodes_; // each a third of a FlameNode: a session of millions of paths has millions
    // By slice. Zeros until written; memory that is never touched costs nothing.
    HugeArray<std::uint32_t> nodeOf_; // node, plus one; 0: not part of the tree
    HugeArray<std::uint32_t>
        around_;               // slice, plus one; its own: none; 0: the caller, if that is part of the tree
    std::vector<Owned> owned_; // by slice: the time that it owns if that is not all of it, see CallShares
    std::vector<CalledIn>
        calledIn_; // by slice: the slice that its time is taken from, if that is not the one around it
    std::vector<std::uint32_t> workNode_; // by position in the forest's deviceWork()
    std::vector<bool> workIsNode_;   // true if the kernel is that node; false if only its time belongs there
    std::vector<TimeNs> workMoment_; // start of the launching call
    std::vector<TimeNs> workTime_;
    std::vector<std::uint32_t> eventNode_; // by memory event
    std::vector<bool> isBackward_;         // see backwardSlices(); for modules alone
    std::vector<bool> workIsBackward_;     // see backwardWork()
    std::vector<bool> isNoCall_; // by slice: its time belongs to its node, but it is no call of it; or empty
    std::vector<FrameCall> frameCalls_; // of nodes that are frames of recorded stacks
};

// Indexes that were requested once. Any thread; the first caller builds an index, others wait.
class FlameCache {
public:
    // Nothing if asked to stop.
    [[nodiscard]] std::shared_ptr<const FlameIndex> index(const OperatorData& data, const FlameKind& kind,
                                                          const std::stop_token& stop);

private:
    std::mutex mutex_;
    std::map<FlameKind, std::shared_ptr<const FlameIndex>> indexes_;
};

} // namespace lanes
