#include "model/report/Graphs.h"

#include "model/analysis/text/Sieve.h"

#include <algorithm>

namespace lanes::report {

namespace {

struct ReplayRow {
    std::int64_t graph;
    std::int64_t id;
    std::int64_t number; // from 1
    GraphReplay replay;
};

template<class Row, class Get>
void addTime(Rows<Row>& rows, const char* key, const char* title, Get get,
             std::uint8_t readers = kAllReaders) {
    rows.add({.key = key, .unit = Unit::Time, .title = title, .readers = readers, .look = {.width = 80}},
             get);
}

using NodeRow = GraphNodes::Row;

// Adds the times of a node over its replays.
void addNodeTimes(Rows<NodeRow>& rows) {
    constexpr std::uint8_t kReaders = Text | Files;
    const auto runs = [](const NodeRow& row) { return static_cast<std::int64_t>(row.node->runs.size()); };
    rows.add({.key = "replays",
              .unit = Unit::Count,
              .title = translatable("Report", "Replays"),
              .readers = kReaders},
             runs);
    addTime(
        rows, "total_ns", translatable("Report", "Device time"),
        [](const NodeRow& row) { return row.node->total; }, kReaders);
    addTime(
        rows, "min_ns", translatable("Report", "Min"), [](const NodeRow& row) { return row.node->min; },
        kReaders);
    addTime(
        rows, "max_ns", translatable("Report", "Max"), [](const NodeRow& row) { return row.node->max; },
        kReaders);
    addTime(
        rows, "mean_ns", translatable("Report", "Mean"),
        [runs](const NodeRow& row) { return runs(row) > 0 ? Value(row.node->total / runs(row)) : Value(); },
        kReaders);
    addTime(rows, "median_ns", translatable("Report", "Median"),
            [](const NodeRow& row) { return row.node->median; });
}

// Adds how the replays differ.
void addSpread(Rows<NodeRow>& rows, const KernelData* data) {
    rows.add({.key = "replays_ns",
              .kind = Kind::Text,
              .title = translatable("Report", "Every replay"),
              .readers = View,
              .tip = translatable("Report", "A dot for each replay, the median as a line; square-root scale"),
              .look = {.width = 240}},
             [data](const NodeRow& row) {
                 std::string times;
                 const bool ranInAll = row.node->runs.size() == row.graph->times.replays.size();
                 for (const GraphRun& run : row.node->runs) {
                     times += (times.empty() ? "" : " ") +
                              (ranInAll ? "" : std::to_string(run.at + 1) + ":") +
                              std::to_string(data->duration[run.work]);
                 }
                 return times;
             });
    rows.add({.key = "spread_ns",
              .unit = Unit::Time,
              .title = translatable("Report", "Spread"),
              .readers = View,
              .tip = translatable("Report", "From the shortest to the longest"),
              .look = {.width = 82}},
             [](const NodeRow& row) {
                 return row.graph->times.replays.size() > 1 ? Value(row.node->spread()) : Value();
             });
    addTime(
        rows, "deviation_ns", translatable("Report", "Std dev"),
        [](const NodeRow& row) { return row.node->deviation; }, Text | Files);
    rows.add({.key = "deviation",
              .kind = Kind::Number,
              .unit = Unit::Share,
              .title = translatable("Report", "Deviation"),
              .readers = View,
              .tip = translatable("Report", "Standard deviation, as a part of the mean"),
              .look = {.width = 78, .quiet = true}},
             [](const NodeRow& row) {
                 const auto runs = static_cast<double>(row.node->runs.size());
                 const auto total = static_cast<double>(row.node->total);
                 return runs > 1 && total > 0
                            ? Value(static_cast<double>(row.node->deviation) / (total / runs))
                            : Value();
             });
    rows.add(
        {.key = "longest_replay",
         .title = translatable("Report", "Longest in"),
         .look = {.width = 86, .yields = 2, .quiet = true}},
        [](const NodeRow& row) { return std::int64_t{row.graph->times.replays[row.node->longest]} + 1; });
}

void addShare(Rows<NodeRow>& rows, const KernelData* data) {
    rows.add({.key = "share",
              .kind = Kind::Number,
              .unit = Unit::Share,
              .title = translatable("Report", "Share"),
              .readers = View,
              .tip = translatable("Report", "Part of the device time of all nodes"),
              .look = {.width = 56, .yields = 1, .quiet = true}},
             [](const NodeRow& row) {
                 return row.graph->total > 0
                            ? static_cast<double>(row.node->total) / static_cast<double>(row.graph->total)
                            : 0.;
             });
    rows.add({.key = "grid",
              .kind = Kind::IntegerList,
              .unit = Unit::Size,
              .title = translatable("Report", "Grid"),
              .readers = View,
              .tip = translatable("Report", "Blocks of a launch; of the most frequent where they differ"),
              .look = {.width = 88, .yields = 3, .quiet = true}},
             [data](const NodeRow& row) {
                 const LaunchShape& shape = data->launches[data->launch[row.node->longestWork]].shape;
                 return shape.blocks() > 0 ? Value(Integers(shape.grid.begin(), shape.grid.end())) : Value();
             });
}

} // namespace

std::shared_ptr<const GraphNodes> graphNodes(std::shared_ptr<const KernelData> data,
                                             const std::vector<DeviceGraph>& graphs, const KernelQuery& query,
                                             std::optional<std::size_t> only, const std::stop_token& stop) {
    auto found = std::make_shared<GraphNodes>();
    for (std::size_t i = 0; i < graphs.size() && !stop.stop_requested(); ++i) {
        if (!only || *only == i) {
            found->graphs.push_back(
                {static_cast<std::int64_t>(i) + 1, graphs[i].id, graphTimes(*data, graphs[i], query.range)});
        }
    }
    Sieve sieve(query.filter, data->forest->sharedTrace(), data->context);
    for (TimedGraph& graph : found->graphs) {
        for (const GraphNode& node : graph.times.nodes) {
            graph.total += node.total;
            graph.longest = std::max(graph.longest, node.max);
            if (sieve.passes(data->forest->deviceWork()[node.longestWork].slice)) {
                found->rows.push_back({&graph, &node});
            }
        }
    }
    found->data = std::move(data);
    return stop.stop_requested() ? nullptr : found;
}

Table graphNodeTable(const std::shared_ptr<const GraphNodes>& nodes) {
    const KernelData* data = nodes != nullptr ? nodes->data.get() : nullptr;
    Rows<NodeRow> rows(nodes != nullptr ? std::shared_ptr<const std::vector<NodeRow>>(nodes, &nodes->rows)
                                        : nullptr,
                       nullptr);
    rows.add({.key = "name",
              .kind = Kind::Text,
              .unit = Unit::Symbol,
              .title = translatable("Report", "Kernel"),
              .look = {.form = Look::Form::Dot, .least = 150}},
             [data](const NodeRow& row) { return data->forest->trace().text(row.node->name); });
    rows.add({.key = "graph", .readers = Text | Files}, [](const NodeRow& row) { return row.graph->number; });
    rows.add({.key = "graph_id", .readers = Text | Files},
             [](const NodeRow& row) { return above(-1, row.graph->id); });
    rows.add({.key = "node",
              .title = translatable("Report", "Node"),
              .tip = translatable("Report", "In the order in which a replay runs them"),
              .look = {.width = 56, .quiet = true}},
             [](const NodeRow& row) { return std::int64_t{row.node->number}; });
    addNodeTimes(rows);
    addSpread(rows, data);
    addShare(rows, data);
    Table& table = rows.table();
    table.sortedBy = "total_ns";
    table.origin = rows.of(
        [data](const NodeRow& row) { return data->forest->deviceWork()[row.node->longestWork].slice; });
    table.identity = rows.of([](const NodeRow& row) {
        return static_cast<std::uint64_t>(row.graph->number) << 32U | row.node->number;
    });
    table.tint = rows.of([data](const NodeRow& row) {
        return Tint{row.node->hue, data->forest->trace().text(row.node->name)};
    });
    return std::move(table);
}

std::optional<Table> graphReplays(const std::shared_ptr<const KernelData>& data,
                                  const std::vector<DeviceGraph>& graphs, const KernelQuery& query,
                                  const std::stop_token& stop) {
    Sieve sieve(query.filter, data->forest->sharedTrace(), data->context);
    auto found = std::make_shared<std::vector<ReplayRow>>();
    std::int64_t number = 0;
    for (const DeviceGraph& graph : graphs) {
        if (stop.stop_requested()) {
            return std::nullopt;
        }
        ++number;
        for (std::size_t i = 0; i < graph.replays.size(); ++i) {
            const GraphReplay& replay = graph.replays[i];
            if ((!query.range || query.range->contains(replay.range.begin)) && sieve.passes(replay.launch)) {
                found->push_back({number, graph.id, static_cast<std::int64_t>(i) + 1, replay});
            }
        }
    }
    Rows<ReplayRow> rows(found, data);
    rows.add({.key = "name",
              .kind = Kind::Text,
              .title = translatable("Report", "Call"),
              .look = {.form = Look::Form::Dot}},
             [d = data.get()](const ReplayRow& row) {
                 const Trace& trace = d->forest->trace();
                 return row.replay.launch.valid() ? Value(trace.text(trace.slice(row.replay.launch).name))
                                                  : Value();
             });
    rows.add({.key = "graph", .title = translatable("Report", "Graph"), .look = {.width = 56}},
             [](const ReplayRow& row) { return row.graph; });
    rows.add({.key = "graph_id", .title = translatable("Report", "Id"), .look = {.width = 56}},
             [](const ReplayRow& row) { return above(-1, row.id); });
    rows.add({.key = "replay", .title = translatable("Report", "Replay"), .look = {.width = 66}},
             [](const ReplayRow& row) { return row.number; });
    rows.add({.key = "nodes",
              .unit = Unit::Count,
              .title = translatable("Report", "Nodes"),
              .look = {.width = 56}},
             [](const ReplayRow& row) { return static_cast<std::int64_t>(row.replay.runs.size()); });
    rows.add({.key = "start_ns",
              .unit = Unit::Moment,
              .title = translatable("Report", "Start"),
              .look = {.width = 86}},
             [](const ReplayRow& row) { return row.replay.range.begin; });
    addTime(rows, "range_ns", translatable("Report", "Length"),
            [](const ReplayRow& row) { return row.replay.range.length(); });
    addTime(rows, "busy_ns", translatable("Report", "Busy"),
            [](const ReplayRow& row) { return row.replay.busy; });
    addTime(rows, "idle_ns", translatable("Report", "Idle"),
            [](const ReplayRow& row) { return row.replay.range.length() - row.replay.busy; });
    addTime(rows, "call_ns", translatable("Report", "Call time"),
            [](const ReplayRow& row) { return above(-1, row.replay.call); });
    Table& table = rows.table();
    table.sortedBy = "range_ns";
    table.zero = data->forest->trace().span().begin;
    table.origin = rows.of([](const ReplayRow& row) { return row.replay.launch; });
    table.identity = rows.of(
        [](const ReplayRow& row) { return static_cast<std::uint64_t>(row.graph << 32U | row.number); });
    table.tint = [](std::uint32_t) { return Tint{Hue::Runtime, {}}; };
    return std::move(table);
}

} // namespace lanes::report
