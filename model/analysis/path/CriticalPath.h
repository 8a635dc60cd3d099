// The chain of host work, launches, kernels, copies, synchronisations and collectives that decides how long a range took.
#pragma once

#include "model/analysis/path/PathGraph.h"
#include "model/base/HugeVector.h"

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string_view>

namespace lanes {

enum class PathKind : std::uint8_t {
    Host,   // a thread did something
    Launch, // a call that launches work, and its way to the device
    Kernel,
    Copy,       // copies and sets
    Sync,       // a blocked call returns, or did not have to wait
    Collective, // once all ranks have entered it
    Gap,        // nothing was recorded that could say
};
inline constexpr int kPathKinds = 7;
[[nodiscard]] std::string_view pathKindKey(PathKind kind); // "host"

struct PathSegment {
    TimeRange range; // by the first input's clock
    PathKind kind = PathKind::Gap;
    std::uint32_t place = PathNode::kNowhere; // in PathGraph::places(); none of a gap that no place has
    SliceId slice;                            // of the place's input; none of a gap
    // By how much less would have been enough for something else to decide; nothing where nothing else is known to.
    std::optional<TimeNs> slack;
};

struct CriticalPath {
    TimeRange range;
    HugeVector<PathSegment> segments;        // by time, without holes
    std::array<TimeNs, kPathKinds> byKind{}; // sums to the range
};

// The end of a range: the edge whose target began there or lies beyond it, or the node that was last.
struct PathEnd {
    std::optional<std::uint32_t> node;         // nothing: the range holds none
    const PathEdge* edge = nullptr;            // on the way when the range ends; null: nothing is
    std::uint32_t target = PathNode::kNowhere; // of `edge`
};
// Of what runs at the end of a range, a device's work before a thread, and the busiest thread before others. O(edges).
[[nodiscard]] PathEnd endOfPath(const PathGraph& graph, TimeRange range);
// Of what a node waited for, that which was done last. Null: it waited for nothing that is known.
[[nodiscard]] const PathEdge* awaitedLast(const PathGraph& graph, std::uint32_t node);

// Segments end where the range does. Empty segments if asked to stop. O(edges + slices of the threads along the path).
[[nodiscard]] CriticalPath criticalPath(const PathGraph& graph, TimeRange range,
                                        const std::stop_token& stop = {});

} // namespace lanes
