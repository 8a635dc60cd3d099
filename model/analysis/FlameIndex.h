// Which node of a call tree every slice, kernel and allocation belongs to: made once per trace and kind of tree, so that
// the tree of any range is one sum over what lies in it.
#pragma once

#include "model/analysis/FlameTree.h"
#include "model/base/HugeVector.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace lanes {

// Whether a slice of this kind and name takes part.
[[nodiscard]] bool belongsTo(FlameSource source, EventKind kind, std::string_view name);

// What makes one index another.
struct FlameKind {
    FlameSource source = FlameSource::Everything;
    bool collapseRecursion = false;
    bool tidy = false;
    friend constexpr auto operator<=>(const FlameKind&, const FlameKind&) = default;
};

// Immutable; any thread. 8 bytes per slice.
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
    using Weights = std::vector<FlameNode::Weights>;

    // False if asked to stop.
    bool addLane(const Segment& segment, std::uint32_t depth, const std::optional<TimeRange>& range,
                 Weights& weights, const std::stop_token& stop) const;
    void addKernels(const std::optional<TimeRange>& range, Weights& weights) const;
    void addAllocations(const std::optional<TimeRange>& range, Weights& weights) const;
    [[nodiscard]] std::shared_ptr<const FlameTree> pruned(const Weights& weights) const;

    std::shared_ptr<const OperatorForest> forest_;
    std::shared_ptr<const PythonContext> context_;
    std::vector<FlameNode> nodes_;          // without weights
    UnwrittenVector<std::uint32_t> nodeOf_; // by slice; kNone: it does not take part
    UnwrittenVector<SliceId> around_;       // by slice: the innermost one around it that takes part
    std::vector<std::uint32_t> workNode_;   // by position in the forest's deviceWork()
    std::vector<bool> workIsNode_;          // whether the kernel is that node, or only its time belongs there
    std::vector<TimeNs> workMoment_;        // start of the launching call
    std::vector<TimeNs> workTime_;
    std::vector<std::uint32_t> eventNode_; // by memory event
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
