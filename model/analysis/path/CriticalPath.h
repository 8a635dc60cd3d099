// The chain of host work, launches, kernels, copies, synchronisations and collectives that determines how long a range
// took.
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
    Host,   // a thread was active
    Launch, // a call that launches work, and the latency to the device
    Kernel,
    Copy,       // copies and sets
    Sync,       // a blocked call returns, or did not have to wait
    Collective, // after all ranks have entered it
    Gap,        // no record explains the time
};
inline constexpr int kPathKinds = 7;
[[nodiscard]] std::string_view pathKindKey(PathKind kind); // "host"

struct PathSegment {
    TimeRange range; // by the first input's clock
    PathKind kind = PathKind::Gap;
    std::uint32_t place = PathNode::kNowhere; // in PathGraph::places(); none for a gap without a place
    SliceId slice;                            // of the place's input; none for a gap
    // Reduction after which another chain would determine the time; nothing if no other is known.
    std::optional<TimeNs> slack;
};

struct CriticalPath {
    TimeRange range;
    HugeVector<PathSegment> segments;        // by time, without holes
    std::array<TimeNs, kPathKinds> byKind{}; // sums to the range
};

// The end of a range: the edge whose target begins there or lies beyond it, or the last node.
struct PathEnd {
    std::optional<std::uint32_t> node;         // nothing: the range has no node
    const PathEdge* edge = nullptr;            // in progress at the end of the range; null: none
    std::uint32_t target = PathNode::kNowhere; // target node of `edge`
};
// Selects among activities at the end of a range: device work before threads, and the busiest thread before others.
// O(edges).
[[nodiscard]] PathEnd endOfPath(const PathGraph& graph, TimeRange range);
// The edge into a node whose source was done last. Null: it waited for nothing that is known.
[[nodiscard]] const PathEdge* awaitedLast(const PathGraph& graph, std::uint32_t node);

// Segments end at the end of the range. Empty segments if asked to stop. O(edges + slices of the threads along the path).
[[nodiscard]] CriticalPath criticalPath(const PathGraph& graph, TimeRange range,
                                        const std::stop_token& stop = {});

} // namespace lanes
