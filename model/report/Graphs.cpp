#include "model/report/Graphs.h"

namespace lanes::report {

namespace {

// Asks a filter about slices; everything passes an empty one.
class Sieve {
public:
    Sieve(const KernelData& data, const Filter& filter) {
        if (!filter.empty()) {
            matcher_.emplace(filter, data.forest->sharedTrace(), data.context);
        }
    }
    [[nodiscard]] bool passes(SliceId slice) {
        return !matcher_ || (slice.valid() && matcher_->matches(slice));
    }

private:
    std::optional<FilterMatcher> matcher_;
};

struct NodeRow {
    std::int64_t graph; // from 1
    std::int64_t id;
    std::int64_t longest; // replay, from 1
    SliceId slice;        // of the longest run
    GraphNode node;
};

struct ReplayRow {
    std::int64_t graph;
    std::int64_t id;
    std::int64_t number; // from 1
    GraphReplay replay;
};

template<class Row>
void addGraph(Rows<Row>& rows) {
    rows.add({.key = "graph", .title = translatable("Report", "Graph"), .look = {.width = 56}},
             [](const Row& row) { return row.graph; });
    rows.add({.key = "graph_id", .title = translatable("Report", "Id"), .look = {.width = 56}},
             [](const Row& row) { return above(-1, row.id); });
}

template<class Row, class Get>
void addTime(Rows<Row>& rows, const char* key, const char* title, Get get) {
    rows.add({.key = key, .unit = Unit::Time, .title = title, .look = {.width = 80}}, get);
}

} // namespace

std::optional<Table> graphNodes(const std::shared_ptr<const KernelData>& data, const KernelQuery& query,
                                const std::stop_token& stop) {
    const auto graphs = findGraphs(*data, stop);
    if (!graphs) {
        return std::nullopt;
    }
    Sieve sieve(*data, query.filter);
    auto found = std::make_shared<std::vector<NodeRow>>();
    std::int64_t number = 0;
    for (const DeviceGraph& graph : *graphs) {
        const GraphTimes times = graphTimes(*data, graph, query.range);
        ++number;
        for (const GraphNode& node : times.nodes) {
            const SliceId slice = data->forest->deviceWork()[node.longestWork].slice;
            if (sieve.passes(slice)) {
                found->push_back(
                    {number, graph.id, std::int64_t{times.replays[node.longest]} + 1, slice, node});
            }
        }
    }
    Rows<NodeRow> rows(found, data);
    rows.add({.key = "name",
              .kind = Kind::Text,
              .unit = Unit::Symbol,
              .title = translatable("Report", "Kernel"),
              .look = {.form = Look::Form::Dot}},
             [d = data.get()](const NodeRow& row) { return d->forest->trace().text(row.node.name); });
    addGraph(rows);
    rows.add({.key = "node", .title = translatable("Report", "Node"), .look = {.width = 56}},
             [](const NodeRow& row) { return std::int64_t{row.node.number}; });
    const auto runs = [](const NodeRow& row) { return static_cast<std::int64_t>(row.node.runs.size()); };
    rows.add({.key = "replays",
              .unit = Unit::Count,
              .title = translatable("Report", "Replays"),
              .look = {.width = 66}},
             runs);
    addTime(rows, "total_ns", translatable("Report", "Device time"),
            [](const NodeRow& row) { return row.node.total; });
    addTime(rows, "min_ns", translatable("Report", "Min"), [](const NodeRow& row) { return row.node.min; });
    addTime(rows, "max_ns", translatable("Report", "Max"), [](const NodeRow& row) { return row.node.max; });
    addTime(rows, "mean_ns", translatable("Report", "Mean"), [runs](const NodeRow& row) {
        return runs(row) > 0 ? Value(row.node.total / runs(row)) : Value();
    });
    addTime(rows, "median_ns", translatable("Report", "Median"),
            [](const NodeRow& row) { return row.node.median; });
    addTime(rows, "deviation_ns", translatable("Report", "Std dev"),
            [](const NodeRow& row) { return row.node.deviation; });
    rows.add({.key = "longest_replay", .title = translatable("Report", "Longest in"), .look = {.width = 86}},
             [](const NodeRow& row) { return row.longest; });
    Table& table = rows.table();
    table.sortedBy = "total_ns";
    table.origin = rows.of([](const NodeRow& row) { return row.slice; });
    table.identity = rows.of(
        [](const NodeRow& row) { return static_cast<std::uint64_t>(row.graph) << 32U | row.node.number; });
    table.tint = rows.of([d = data.get()](const NodeRow& row) {
        return Tint{row.node.hue, d->forest->trace().text(row.node.name)};
    });
    return std::move(table);
}

std::optional<Table> graphReplays(const std::shared_ptr<const KernelData>& data, const KernelQuery& query,
                                  const std::stop_token& stop) {
    const auto graphs = findGraphs(*data, stop);
    if (!graphs) {
        return std::nullopt;
    }
    Sieve sieve(*data, query.filter);
    auto found = std::make_shared<std::vector<ReplayRow>>();
    std::int64_t number = 0;
    for (const DeviceGraph& graph : *graphs) {
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
    addGraph(rows);
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
