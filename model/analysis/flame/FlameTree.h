// A call tree with weights, for the flame graph, the module tree, bottom-up and sandwich views.
#pragma once

#include "model/analysis/operators/OperatorStats.h"
#include "model/analysis/text/Filter.h"
#include "model/base/ChildLists.h"
#include "model/base/HugeVector.h"
#include "model/trace/Profile.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

enum class FlameSource : std::uint8_t {
    Operators,  // operators and user ranges
    Python,     // Python functions (slices, or the frames that operators were called from)
    Modules,    // nn.Modules alone: the module tree
    Everything, // Python > module > range > operator > kernel
};
// The last two are the backward pass's parts of the first two times. Only the tree of modules alone has them.
enum class FlameWeight : std::uint8_t {
    CpuTime,
    DeviceTime,
    Count,
    AllocatedBytes,
    BackwardCpuTime,
    BackwardDeviceTime,
};
inline constexpr int kFlameWeights = 6;
[[nodiscard]] constexpr bool isTime(FlameWeight weight) { // in ns
    return weight != FlameWeight::Count && weight != FlameWeight::AllocatedBytes;
}

struct FlameQuery {
    FlameSource source = FlameSource::Everything;
    // Counts slices that reach into it, cut at its ends, and kernels whose launch starts in it. Nothing: the whole
    // session.
    std::optional<TimeRange> range;
    bool collapseRecursion = false; // merges a call with a call of the same name around it
    // Merges modules of one class ("DecoderLayer" for _0, _1 ...). Leaves out Python frames that only pass a call on: see
    // isWrapperFrame().
    bool tidy = false;
    std::uint32_t metric = 0; // of a profile, whose weight stands in place of the CPU time; of others none
};

// The class of a module: "DecoderLayer" of "nn.Module: DecoderLayer_10" and of "nn.Module: GPT.layers.10 (DecoderLayer)".
[[nodiscard]] std::string_view moduleClass(std::string_view recorded);
// "layers.3.attn (Attention)" for a module below "nn.Module: GPT"; for others the whole name, without prefix.
[[nodiscard]] std::string_view moduleBelow(std::string_view recorded, std::string_view outer);
// True for frames between the program and its callee: _call_impl and the like of nn.Module, torch's decorators.
[[nodiscard]] bool isWrapperFrame(std::string_view recorded);

// The place of a node in its tree.
struct FlamePlace {
    static constexpr std::uint32_t kNone = 0xffffffffu;

    std::string_view name; // points into texts of the trace, of the Python context, or of `classes_`
    EventKind kind = EventKind::Other;
    Hue hue = Hue::Other;
    std::uint32_t parent = kNone; // < own index
    std::uint32_t depth = 0;
    SliceId example; // its longest slice; none for frames without one
};

struct FlameNode : FlamePlace {
    using Weights = std::array<std::int64_t, kFlameWeights>; // ns, ns, calls, bytes, ns, ns: by FlameWeight

    Weights self{};
    Weights total{}; // including everything below; self[Count] are the calls of this node
};

// Immutable; any thread. Node 0 is the root, which has no name and contains everything. Children follow their parents.
class FlameTree {
public:
    // Builds the tree; merges calls on the same path. Nothing if asked to stop. The first tree of a source reads all
    // slices, later ones those in range (see FlameIndex).
    static std::shared_ptr<const FlameTree> build(const OperatorData& data, const FlameQuery& query,
                                                  const std::stop_token& stop = {});

    [[nodiscard]] const HugeVector<FlameNode>& nodes() const { return nodes_; }
    [[nodiscard]] std::int64_t total(FlameWeight weight) const {
        return nodes_[0].total[static_cast<std::size_t>(weight)];
    }
    // Children of each node, heaviest first. O(nodes log nodes).
    [[nodiscard]] ChildLists children(FlameWeight weight) const;

    // The tree upside down: below the root every name with its own weight, below that its callers. Null if asked to stop.
    [[nodiscard]] std::shared_ptr<const FlameTree> bottomUp(const std::stop_token& stop = {}) const;
    // The calls below (callees) or above (callers, upside down) all calls named `name`, merged. For recursive calls, the
    // outermost one counts. The root's only child is that name. Null if asked to stop. O(nodes log nodes).
    [[nodiscard]] std::shared_ptr<const FlameTree> calleesOf(std::string_view name,
                                                             const std::stop_token& stop = {}) const;
    [[nodiscard]] std::shared_ptr<const FlameTree> callersOf(std::string_view name,
                                                             const std::stop_token& stop = {}) const;
    // Maximum number of caller levels in an upside-down tree; 0: all callers are there. Such a tree is larger than the
    // original by its depth; beyond kMostCallers callers, further levels are left out.
    [[nodiscard]] std::uint32_t callerLevels() const { return callerLevels_; }
    // The metric in which the weights of a profile are; null if they are nanoseconds, calls and bytes.
    [[nodiscard]] const ProfileMetric* metric(FlameWeight weight) const {
        return metrics_.empty() ? nullptr : &metrics_[weight == FlameWeight::Count ? 1 : 0];
    }
    // The user's classes that hues of nodes may come from; null: none.
    [[nodiscard]] const OwnClasses* ownClasses() const { return trace_->ownClasses(); }
    // The path from the root to a node, outermost first.
    [[nodiscard]] std::vector<std::uint32_t> path(std::uint32_t node) const;

private:
    friend class FlameIndex;
    // Makes the tree of a profile. Null if asked to stop.
    static std::shared_ptr<const FlameTree> ofProfile(const std::shared_ptr<const Trace>& trace,
                                                      const Profile& profile, const FlameQuery& query,
                                                      const std::stop_token& stop);
    // False if asked to stop.
    bool sumUp(const std::stop_token& stop = {});
    struct Upwards {
        std::uint32_t node;
        bool whole; // including everything below it
    };
    [[nodiscard]] std::shared_ptr<const FlameTree> upsideDown(const std::vector<Upwards>& paths,
                                                              const std::stop_token& stop) const;
    // A tree without nodes, as a base for trees that use names of this one.
    [[nodiscard]] std::shared_ptr<FlameTree> bare() const;

    HugeVector<FlameNode> nodes_;
    std::uint32_t callerLevels_ = 0;
    std::vector<ProfileMetric> metrics_; // of a profile: metric of the weight, metric of calls or samples
    std::shared_ptr<const Trace> trace_; // owns names
    std::shared_ptr<const CallContext> context_;
    std::shared_ptr<const std::set<std::string>> classes_;
};

// One slice in a flame chart, which keeps time order.
struct FlameBox {
    SliceId slice;
    std::uint32_t depth = 0; // counts only slices of the source
    TimeRange range;
};

// The slices of one thread that reach into `range` and last at least `shortest`, by depth, then time. O(slices).
[[nodiscard]] std::vector<FlameBox> flameChart(const Trace& trace, TrackId thread, FlameSource source,
                                               TimeRange range, TimeNs shortest);

} // namespace lanes
