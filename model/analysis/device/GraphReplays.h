// CUDA and HIP graphs: one call launches many kernels, again and again. Which calls replayed the same graph, and how much
// each of its nodes differs from replay to replay.
#pragma once

#include "model/analysis/device/KernelStats.h"

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace lanes {

// A run of a node in a replay: what ran, and the other of the two, of which the holder has a list. Only what ran is kept: graphs
// whose replays have little in common would else take nodes times replays.
struct GraphRun {
    std::uint32_t at =
        0; // of a replay: its node, from 0; of a node: its replay, in the order of GraphTimes::replays
    std::uint32_t work = 0; // position in KernelData's columns
    friend bool operator==(const GraphRun&, const GraphRun&) = default;
};

// What one call put on the device.
struct GraphReplay {
    static constexpr std::uint32_t kMissing = 0xffffffffu;
    SliceId launch;             // none where the trace lacks the call
    TimeRange range;            // from the first start to the last end
    TimeNs busy = 0;            // of that something ran
    TimeNs call = -1;           // duration of the launching call; -1 not known
    std::vector<GraphRun> runs; // by node
};

// Replays of one graph, by start. With a recorded "graph id" that tells graphs apart; without, launches of the same
// kernels, each as often, are the same graph. With recorded "graph node id"s these tell nodes apart; without, the n-th run
// of a kernel's name in every replay is the same node.
struct DeviceGraph {
    std::int64_t id = -1; // as recorded; -1 not recorded
    bool nodesRecorded = false;
    std::vector<GraphReplay> replays; // never empty
    std::uint32_t nodes = 0;          // numbered by start
};

// Graphs in order of their first replay. A kernel, copy or set is part of a replay if a call of cudaGraphLaunch,
// cuGraphLaunch or hipGraphLaunch launched it, or if it carries a graph id. Nothing if asked to stop. O(kernels log kernels).
[[nodiscard]] std::optional<std::vector<DeviceGraph>> findGraphs(const KernelData& data,
                                                                 const std::stop_token& stop = {});

struct GraphNode {
    std::uint32_t number = 0; // from 1
    StringId name;
    EventKind kind = EventKind::Kernel;
    Hue hue = Hue::Other;
    bool sameKernel = true; // under every replay's node id
    std::vector<GraphRun> runs;
    TimeNs total = 0;
    TimeNs median = 0; // of an even number: the mean of the two in the middle
    TimeNs min = 0;
    TimeNs max = 0;
    TimeNs deviation = 0;      // standard deviation
    std::uint32_t longest = 0; // in GraphTimes::replays
    std::uint32_t longestWork = 0;

    [[nodiscard]] TimeNs spread() const { return max - min; }
    // What ran in a replay, or GraphReplay::kMissing. O(log runs).
    [[nodiscard]] std::uint32_t workIn(std::size_t replay) const;
};

struct MeanTime {
    TimeNs mean = 0;
    TimeNs deviation = 0;
};

// A graph's replays that begin in a range.
struct GraphTimes {
    std::vector<std::uint32_t> replays; // in DeviceGraph::replays
    std::vector<GraphNode> nodes;       // those that ran in one of them
    std::uint32_t typical = 0; // position in `replays` of that with the median length (of two the shorter)
    TimeNs medianLength = 0;
    MeanTime length;
    MeanTime busy;
    MeanTime idle;                         // between nodes
    std::optional<MeanTime> call;          // nothing unless every call was recorded
    std::array<TimeNs, kAllHues> spread{}; // of the nodes, by hue
};

// O(runs log runs).
[[nodiscard]] GraphTimes graphTimes(const KernelData& data, const DeviceGraph& graph,
                                    std::optional<TimeRange> range = {});

} // namespace lanes
