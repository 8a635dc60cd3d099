// The nodes of one CUDA graph as a table of the window, with the time of each in every replay.
#pragma once

#include "model/analysis/TraceAnalyses.h"
#include "model/report/Graphs.h"
#include "views/shared/table/ReportTable.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace lanes {

class GraphTable : public ReportTable {
public:
    struct Query {
        std::optional<std::size_t> graph; // nothing: the graph with the most device time
        std::optional<TimeRange> range;
        Filter filter;
    };
    using Graphs = std::shared_ptr<const std::vector<DeviceGraph>>;

    // Null if stopped. Any thread but the UI's.
    [[nodiscard]] static std::shared_ptr<const GraphTable> make(TraceAnalyses& analyses, Query query,
                                                                const std::stop_token& stop);
    // `nodes` are those of the query's graph.
    GraphTable(std::shared_ptr<const report::GraphNodes> nodes, Graphs graphs, Query query);

    [[nodiscard]] const KernelData& data() const { return *nodes_->data; }
    [[nodiscard]] const std::vector<DeviceGraph>& graphs() const { return *graphs_; }
    [[nodiscard]] const Query& query() const { return query_; }
    [[nodiscard]] std::size_t chosen() const { return *query_.graph; } // only if there are graphs
    [[nodiscard]] const DeviceGraph& graph() const { return (*graphs_)[chosen()]; }
    [[nodiscard]] const GraphReplay& replay(std::size_t replay) const { // index of GraphTimes::replays
        return graph().replays[times().replays[replay]];
    }
    [[nodiscard]] const GraphTimes& times() const { return nodes_->graphs.front().times; } // likewise
    [[nodiscard]] const GraphNode& node(std::uint32_t row) const { return *nodes_->rows[row].node; }
    // Returns none if the node is missing in the replay.
    [[nodiscard]] SliceId sliceOf(const GraphNode& node, std::size_t replay) const;
    // Returns the row and replay of a kernel, copy or set; for a launching call the replay alone. O(nodes + replays).
    [[nodiscard]] std::pair<std::uint32_t, std::optional<std::size_t>> find(SliceId slice) const;

    [[nodiscard]] TableCell cell(std::uint32_t row, int column, const Theme& theme) const override;
    [[nodiscard]] int compare(std::uint32_t a, std::uint32_t b, int column) const override;

private:
    std::shared_ptr<const report::GraphNodes> nodes_;
    Graphs graphs_;
    Query query_;
};

} // namespace lanes
