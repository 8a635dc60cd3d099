// A call tree with weights: what a flame graph, the module tree, bottom-up and sandwich views show.
#pragma once

#include "model/analysis/operators/OperatorStats.h"
#include "model/analysis/text/Filter.h"
#include "model/base/ChildLists.h"
#include "model/base/HugeVector.h"

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
// The last two: what of the times before the backward pass took. The tree of modules alone has them.
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
    // Slices that reach into it, cut at its ends; kernels whose launch starts in it. Nothing: the whole session.
    std::optional<TimeRange> range;
    bool collapseRecursion = false; // a call within a call of the same name becomes one with it
    // Modules of one class become one ("DecoderLayer" for _0, _1 ...), and Python frames that only hand a call on are
    // left out: see isWrapperFrame().
    bool tidy = false;
};

// The class of a module: "DecoderLayer" of "nn.Module: DecoderLayer_10" and of "nn.Module: GPT.layers.10 (DecoderLayer)".
[[nodiscard]] std::string_view moduleClass(std::string_view recorded);
// "layers.3.attn (Attention)" of one below "nn.Module: GPT"; of others the whole name, without prefix.
[[nodiscard]] std::string_view moduleBelow(std::string_view recorded, std::string_view outer);
// Frames between the program and what it called: _call_impl and its like of nn.Module, torch's decorators.
[[nodiscard]] bool isWrapperFrame(std::string_view recorded);

// Where a node stands in its tree.
struct FlamePlace {
    static constexpr std::uint32_t kNone = 0xffffffffu;

    std::string_view name; // of the trace's or the Python context's texts, or of classes
    EventKind kind = EventKind::Other;
    Hue hue = Hue::Other;
    std::uint32_t parent = kNone; // < own index
    std::uint32_t depth = 0;
    SliceId example; // the longest slice of it; none for frames without one
};

struct FlameNode : FlamePlace {
    using Weights = std::array<std::int64_t, kFlameWeights>; // ns, ns, calls, bytes, ns, ns: by FlameWeight

    Weights self{};
    Weights total{}; // with everything below; self[Count] are the calls of this node
};

// Immutable; any thread. Node 0 is the root, which has no name and holds everything. Children stand behind their
// parents.
class FlameTree {
public:
    // Calls on the same path merged. Nothing if asked to stop. The first tree of a source goes over all slices, later
    // ones over those in range (see FlameIndex).
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
    // What is below (callees) or above (callers, upside down) all calls named `name`, merged; the outermost of
    // recursive calls counts. The root's only child is that name. Null if asked to stop. O(nodes log nodes).
    [[nodiscard]] std::shared_ptr<const FlameTree> calleesOf(std::string_view name,
                                                             const std::stop_token& stop = {}) const;
    [[nodiscard]] std::shared_ptr<const FlameTree> callersOf(std::string_view name,
                                                             const std::stop_token& stop = {}) const;
    // Upside down a tree is larger than it was, by its depth. Where that is beyond kMostCallers callers, those of more levels
    // than this are left out; 0: none are.
    [[nodiscard]] std::uint32_t callerLevels() const { return callerLevels_; }
    // Whose hues nodes may have; null: none of the user.
    [[nodiscard]] const OwnClasses* ownClasses() const { return trace_->ownClasses(); }
    // Every path from the root, outermost first.
    [[nodiscard]] std::vector<std::uint32_t> path(std::uint32_t node) const;

private:
    friend class FlameIndex;
    // False if asked to stop.
    bool sumUp(const std::stop_token& stop = {});
    struct Upwards {
        std::uint32_t node;
        bool whole; // with what is below it
    };
    [[nodiscard]] std::shared_ptr<const FlameTree> upsideDown(const std::vector<Upwards>& paths,
                                                              const std::stop_token& stop) const;
    // Without nodes, for such that have names of this one.
    [[nodiscard]] std::shared_ptr<FlameTree> bare() const;

    HugeVector<FlameNode> nodes_;
    std::uint32_t callerLevels_ = 0;
    std::shared_ptr<const Trace> trace_; // own the names
    std::shared_ptr<const CallContext> context_;
    std::shared_ptr<const std::set<std::string>> classes_;
};

// One slice in a flame chart, which keeps time order.
struct FlameBox {
    SliceId slice;
    std::uint32_t depth = 0; // counted over the slices of the source alone
    TimeRange range;
};

// The slices of one thread that reach into `range` and last at least `shortest`, by depth, then time. O(slices).
[[nodiscard]] std::vector<FlameBox> flameChart(const Trace& trace, TrackId thread, FlameSource source,
                                               TimeRange range, TimeNs shortest);

} // namespace lanes
