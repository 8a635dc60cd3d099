#include "app/cli/tables/GraphOutput.h"

#include "model/analysis/text/KernelName.h"
#include "model/base/Format.h"
#include "model/trace/args/JsonWriter.h"

#include <algorithm>
#include <array>
#include <optional>

namespace lanes::cli {

namespace {

using namespace std::string_view_literals;

constexpr std::array kNodeColumns{"graph"sv,     "graph_id"sv,     "node"sv,          "replays"sv,
                                  "total_ns"sv,  "min_ns"sv,       "max_ns"sv,        "mean_ns"sv,
                                  "median_ns"sv, "deviation_ns"sv, "longest_replay"sv};
constexpr std::array kReplayColumns{"graph"sv,    "graph_id"sv, "replay"sv,  "nodes"sv,  "start_ns"sv,
                                    "range_ns"sv, "busy_ns"sv,  "idle_ns"sv, "call_ns"sv};

// Asks a filter about slices; everything passes an empty one.
class Sieve {
public:
    explicit Sieve(const KernelData& data, const Filter& filter) {
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

GraphRows::Row nodeRow(const KernelData& data, const DeviceGraph& graph, const GraphTimes& times,
                       const GraphNode& node) {
    const auto runs = static_cast<std::int64_t>(node.runs.size());
    return {std::string(data.forest->trace().text(node.name)),
            {0, std::max<std::int64_t>(graph.id, 0), node.number, runs, node.total, node.min, node.max,
             runs > 0 ? node.total / runs : 0, node.median, node.deviation, times.replays[node.longest] + 1}};
}

std::string cellText(std::string_view column, std::int64_t value, TimeNs origin, OutputFormat format) {
    if (format == OutputFormat::Csv || !column.ends_with("_ns")) {
        return std::to_string(value);
    }
    return formatDuration(column == "start_ns" ? value - origin : value);
}

} // namespace

GraphRows nodeRows(const KernelData& data, const KernelQuery& query) {
    GraphRows result{kNodeColumns, {}};
    Sieve sieve(data, query.filter);
    std::int64_t number = 0;
    const std::vector<DeviceGraph> graphs = *findGraphs(data);
    for (const DeviceGraph& graph : graphs) {
        const GraphTimes times = graphTimes(data, graph, query.range);
        ++number;
        for (const GraphNode& node : times.nodes) {
            if (sieve.passes(data.forest->deviceWork()[node.longestWork].slice)) {
                result.rows.push_back(nodeRow(data, graph, times, node));
                result.rows.back().values.front() = number;
            }
        }
    }
    return result;
}

GraphRows replayRows(const KernelData& data, const KernelQuery& query) {
    GraphRows result{kReplayColumns, {}};
    Sieve sieve(data, query.filter);
    const Trace& trace = data.forest->trace();
    std::int64_t number = 0;
    const std::vector<DeviceGraph> graphs = *findGraphs(data);
    for (const DeviceGraph& graph : graphs) {
        ++number;
        for (std::size_t i = 0; i < graph.replays.size(); ++i) {
            const GraphReplay& replay = graph.replays[i];
            if ((query.range && !query.range->contains(replay.range.begin)) || !sieve.passes(replay.launch)) {
                continue;
            }
            const auto ran = static_cast<std::int64_t>(replay.runs.size());
            result.rows.push_back({replay.launch.valid()
                                       ? std::string(trace.text(trace.slice(replay.launch).name))
                                       : std::string(),
                                   {number, std::max<std::int64_t>(graph.id, 0), std::int64_t(i) + 1, ran,
                                    replay.range.begin, replay.range.length(), replay.busy,
                                    replay.range.length() - replay.busy, std::max<TimeNs>(replay.call, 0)}});
        }
    }
    return result;
}

bool sortRows(GraphRows& rows, std::string_view column) {
    if (column == "name") {
        std::ranges::stable_sort(rows.rows, {}, &GraphRows::Row::name);
        return true;
    }
    const auto found = std::ranges::find(rows.columns, column);
    if (found == rows.columns.end()) {
        return false;
    }
    const auto at = static_cast<std::size_t>(found - rows.columns.begin());
    std::ranges::stable_sort(rows.rows, std::ranges::greater{},
                             [at](const GraphRows::Row& row) { return row.values[at]; });
    return true;
}

std::string graphOutput(const GraphRows& rows, TimeNs origin, OutputFormat format) {
    if (format == OutputFormat::Json) {
        JsonWriter json;
        json.beginArray();
        for (const GraphRows::Row& row : rows.rows) {
            json.beginObject();
            json.field("name", row.name);
            for (std::size_t i = 0; i < rows.columns.size(); ++i) {
                json.field(rows.columns[i], row.values[i]);
            }
            json.endObject();
        }
        json.endArray();
        return json.take();
    }
    const bool csv = format == OutputFormat::Csv;
    std::vector<std::string> head{"name"};
    for (const std::string_view column : rows.columns) {
        head.emplace_back(csv || !column.ends_with("_ns") ? column : column.substr(0, column.size() - 3));
    }
    TextTable table(std::move(head));
    for (const GraphRows::Row& row : rows.rows) {
        std::vector<std::string> cells{csv ? row.name : foldedKernelName(row.name)};
        for (std::size_t i = 0; i < rows.columns.size(); ++i) {
            cells.push_back(cellText(rows.columns[i], row.values[i], origin, format));
        }
        table.add(std::move(cells));
    }
    return csv ? table.csv() : table.text();
}

} // namespace lanes::cli
