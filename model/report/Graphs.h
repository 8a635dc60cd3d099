// CUDA and HIP graphs, node by node and replay by replay.
#pragma once

#include "model/analysis/device/GraphReplays.h"
#include "model/report/Table.h"

#include <stop_token>

namespace lanes::report {

// A graph with its times over the replays in a range.
struct TimedGraph {
    std::int64_t number = 0; // from 1
    std::int64_t id = -1;    // -1: not recorded
    GraphTimes times;
    TimeNs total = 0;   // sum over all nodes
    TimeNs longest = 0; // longest run of a node
};

// The nodes that ran. Rows point into `graphs`, which must not be changed.
struct GraphNodes {
    struct Row {
        const TimedGraph* graph = nullptr;
        const GraphNode* node = nullptr;
    };
    std::shared_ptr<const KernelData> data;
    std::vector<TimedGraph> graphs;
    std::vector<Row> rows;
};

// The nodes of one graph, or of all if `only` is nothing. A filter tests a node's longest run. Null if asked to stop.
// O(runs log runs).
[[nodiscard]] std::shared_ptr<const GraphNodes>
graphNodes(std::shared_ptr<const KernelData> data, const std::vector<DeviceGraph>& graphs,
           const KernelQuery& query, std::optional<std::size_t> only, const std::stop_token& stop = {});
// A row for each node. Null: the table has columns only.
[[nodiscard]] Table graphNodeTable(const std::shared_ptr<const GraphNodes>& nodes);

// A row for each replay that begins in the range. A filter tests the launching call. Nothing if asked to stop.
[[nodiscard]] std::optional<Table> graphReplays(const std::shared_ptr<const KernelData>& data,
                                                const std::vector<DeviceGraph>& graphs,
                                                const KernelQuery& query, const std::stop_token& stop = {});

} // namespace lanes::report
