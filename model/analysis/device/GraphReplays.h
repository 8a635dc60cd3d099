// CUDA and HIP graphs: one call launches many kernels, again and again. Finds the calls that replayed the same graph, and
// the variation of each node between replays.
#pragma once

#include "model/analysis/device/KernelStats.h"

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace lanes {

// A run of a node in a replay. A replay lists its runs by node, a node by replay; `at` is the index of the node or
// replay. Only actual runs are stored: graphs whose replays have little in common would otherwise take nodes times
// replays.
struct GraphRun {
    std::uint32_t at =
        0; // in a replay: its node, from 0; in a node: its replay, in the order of GraphTimes::replays
    std::uint32_t work = 0; // position in KernelData's columns
    friend bool operator==(const GraphRun&, const GraphRun&) = default;
};

// The work that one call put on the device.
struct GraphReplay {
    static constexpr std::uint32_t kMissing = 0xffffffffu;
    SliceId launch;             // none if the trace lacks the call
    TimeRange range;            // from the first start to the last end
    TimeNs busy = 0;            // time in which something ran
    TimeNs call = -1;           // duration of the launching call; -1 not known
    std::vector<GraphRun> runs; // by node
};

// Replays of one graph, by start. A recorded "graph id" identifies the graph. Without it, launches of the same kernels,
// each as often, are the same graph. Recorded "graph node id"s identify nodes. Without them, the n-th run of a kernel's
// name in every replay is the same node.
struct DeviceGraph {
    std::int64_t id = -1; // as recorded; -1 not recorded
    bool nodesRecorded = false;
    std::vector<GraphReplay> replays; // never empty
    std::uint32_t nodes = 0;          // numbered by start
};

// Graphs in order of their first replay. A kernel, copy or set is part of a replay if it carries a graph id, or if a
// graph launch launched it: cudaGraphLaunch, cuGraphLaunch or hipGraphLaunch. Nothing if asked to stop. O(kernels log
// kernels).
[[nodiscard]] std::optional<std::vector<DeviceGraph>> findGraphs(const KernelData& data,
                                                                 const std::stop_token& stop = {});

struct GraphNode {
    std::uint32_t number = 0; // from 1
    StringId name;
    EventKind kind = EventKind::Kernel;
    Hue hue = Hue::Other;
    bool sameKernel = true; // true if the node has the same kernel in every replay
    std::vector<GraphRun> runs;
    TimeNs total = 0;
    TimeNs median = 0; // for an even number: the mean of the middle two
    TimeNs min = 0;
    TimeNs max = 0;
    TimeNs deviation = 0;      // standard deviation
    std::uint32_t longest = 0; // index in GraphTimes::replays
    std::uint32_t longestWork = 0;

    [[nodiscard]] TimeNs spread() const { return max - min; }
    // The work of the node in a replay, or GraphReplay::kMissing. O(log runs).
    [[nodiscard]] std::uint32_t workIn(std::size_t replay) const;
};

struct MeanTime {
    TimeNs mean = 0;
    TimeNs deviation = 0;
};

// The replays of a graph that begin in a range.
struct GraphTimes {
    std::vector<std::uint32_t> replays; // indices in DeviceGraph::replays
    std::vector<GraphNode> nodes;       // nodes that ran in one of them
    std::uint32_t typical = 0; // position in `replays` of the one with the median length (of two the shorter)
    TimeNs medianLength = 0;
    MeanTime length;
    MeanTime busy;
    MeanTime idle;                         // between nodes
    std::optional<MeanTime> call;          // set only if every call was recorded
    std::array<TimeNs, kAllHues> spread{}; // sum of the nodes' spreads, by hue
};

// O(runs log runs).
[[nodiscard]] GraphTimes graphTimes(const KernelData& data, const DeviceGraph& graph,
                                    std::optional<TimeRange> range = {});

} // namespace lanes
