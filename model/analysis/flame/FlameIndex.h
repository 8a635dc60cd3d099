// Which node of a call tree every slice, kernel and allocation belongs to: made once per trace and kind of tree, so that
// the tree of any range is one sum over what lies in it.
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

// Whether a slice of this kind and name takes part.
[[nodiscard]] bool belongsTo(FlameSource source, EventKind kind, std::string_view name);

// A call of a Python function that stands in recorded stacks alone.
struct FrameCall {
    TimeNs start = 0;
    std::uint32_t node = 0;
};

// What makes one index another.
struct FlameKind {
    FlameSource source = FlameSource::Everything;
    bool collapseRecursion = false;
    bool tidy = false;
    friend constexpr auto operator<=>(const FlameKind&, const FlameKind&) = default;
};

// Immutable; any thread. 4 bytes per slice that takes part, 4 per slice whose caller says not what is around it.
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
    // The innermost slice around slice `i` of a segment that takes part, or none: as a rule its caller.
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

    HugeVector<FlamePlace> nodes_; // a third of a FlameNode: a session of millions of paths has millions
    // By slice. Zeros until written, and memory that is never touched costs nothing.
    HugeArray<std::uint32_t> nodeOf_; // node, plus one; 0: it does not take part
    HugeArray<std::uint32_t> around_; // slice, plus one; its own: none; 0: the caller, if that takes part
    std::vector<Owned> owned_;        // by slice: where it does not own all of its time, see CallShares
    std::vector<CalledIn> calledIn_;  // by slice: what it takes its time from, where that is not around it
    std::vector<std::uint32_t> workNode_; // by position in the forest's deviceWork()
    std::vector<bool> workIsNode_;        // whether the kernel is that node, or only its time belongs there
    std::vector<TimeNs> workMoment_;      // start of the launching call
    std::vector<TimeNs> workTime_;
    std::vector<std::uint32_t> eventNode_; // by memory event
    std::vector<bool> isBackward_;         // see backwardSlices(); of modules alone
    std::vector<bool> workIsBackward_;     // see backwardWork()
    std::vector<bool> isNoCall_; // by slice: its time belongs to its node, but it is no call of it; or empty
    std::vector<FrameCall> frameCalls_; // of nodes that are frames of recorded stacks
};

// Indexes that were asked for once. Any thread; the first to ask for one builds it, others wait.
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
