// The nodes of one CUDA graph as a table: how long each took in every replay.
#pragma once

#include "model/analysis/TraceAnalyses.h"
#include "model/analysis/device/GraphReplays.h"
#include "views/shared/table/TableModel.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace lanes {

enum class GraphColumn : std::uint8_t {
    Node,
    Kernel,
    Median,
    Replays,
    Spread,
    Deviation,
    Longest,
    Share,
    Grid,
};
inline constexpr int kGraphColumns = 9;

[[nodiscard]] std::vector<TableColumn> graphColumns();

class GraphTable : public TableModel {
public:
    struct Query {
        std::optional<std::size_t> graph; // nothing: the one with the most device time
        std::optional<TimeRange> range;
        Filter filter;
    };
    using Graphs = std::shared_ptr<const std::vector<DeviceGraph>>;

    // Null if asked to stop. Any thread but the UI's.
    [[nodiscard]] static std::shared_ptr<const GraphTable> make(TraceAnalyses& analyses, const Query& query,
                                                                const std::stop_token& stop);

    [[nodiscard]] const KernelData& data() const { return *data_; }
    [[nodiscard]] const std::vector<DeviceGraph>& graphs() const { return *graphs_; }
    [[nodiscard]] const Query& query() const { return query_; }
    [[nodiscard]] std::size_t chosen() const { return *query_.graph; } // only if there are graphs
    [[nodiscard]] const DeviceGraph& graph() const { return (*graphs_)[chosen()]; }
    [[nodiscard]] const GraphReplay& replay(std::size_t replay) const { // as in GraphTimes::replays
        return graph().replays[times_.replays[replay]];
    }
    [[nodiscard]] const GraphTimes& times() const { return times_; }
    [[nodiscard]] const GraphNode& node(std::uint32_t row) const { return times_.nodes[shown_[row]]; }
    [[nodiscard]] QString nameOf(const GraphNode& node) const; // readable, for people
    [[nodiscard]] SliceId sliceOf(const GraphNode& node,
                                  std::size_t replay) const; // none where it is missing
    // The row and replay of a kernel, copy or set; of a launching call the replay alone. O(nodes + replays).
    [[nodiscard]] std::pair<std::uint32_t, std::optional<std::size_t>> find(SliceId slice) const;

    [[nodiscard]] std::uint32_t rows() const override { return static_cast<std::uint32_t>(shown_.size()); }
    [[nodiscard]] TableCell cell(std::uint32_t row, int column, const Theme& theme) const override;
    [[nodiscard]] int compare(std::uint32_t a, std::uint32_t b, int column) const override;
    [[nodiscard]] QString exact(std::uint32_t row, int column) const override;
    [[nodiscard]] std::uint64_t identity(std::uint32_t row) const override {
        return std::uint64_t(chosen()) << 32 | node(row).number;
    }

private:
    GraphTable(std::shared_ptr<const KernelData> data, Graphs graphs, Query query);
    void keepMatching();
    [[nodiscard]] double number(std::uint32_t row, GraphColumn column) const;      // -1 not known
    [[nodiscard]] QColor colorOf(const GraphNode& node, const Theme& theme) const; // as on the timeline
    [[nodiscard]] const LaunchShape& shapeOf(const GraphNode& node) const;

    std::shared_ptr<const KernelData> data_;
    Graphs graphs_;
    Query query_;
    GraphTimes times_;
    std::vector<std::uint32_t> shown_; // in times_.nodes
    TimeNs total_ = 0;
    TimeNs longest_ = 0;
};

} // namespace lanes
