#include "app/cli/PathOutput.h"

#include "app/cli/TextTable.h"
#include "model/analysis/flame/FlameTree.h"
#include "model/analysis/operators/EventOrigin.h"
#include "model/analysis/text/KernelName.h"
#include "model/analysis/time/Overview.h"
#include "model/base/Format.h"
#include "model/trace/JsonWriter.h"

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

namespace lanes::cli {

namespace {

std::string nameOf(const PathGraph& graph, const PathSegment& segment) {
    if (!segment.slice.valid()) {
        return {};
    }
    const Trace& trace = graph.traceOf(segment.place);
    return std::string(trace.text(trace.slice(segment.slice).name));
}

// Ranks name their threads and streams alike.
std::string trackOf(const PathGraph& graph, const PathSegment& segment) {
    if (segment.place == PathNode::kNowhere) {
        return {};
    }
    const Trace& trace = graph.traceOf(segment.place);
    const Track& track = trace.tracks()[graph.places()[segment.place].track.value];
    const std::int64_t rank = trace.processes()[track.process.value].rank;
    const std::string name = track.name.empty() ? track.key : track.name;
    return graph.inputs().size() > 1 && rank >= 0 ? name + " (rank " + std::to_string(rank) + ")" : name;
}

// Where a row's time was spent, and by how much less it could have been before something else decided.
struct Row {
    TimeNs time = 0;
    std::int64_t count = 0;
    std::optional<TimeNs> slack; // of all its segments the least
};
using Rows = std::map<std::string, Row>;

void count(Rows& rows, const std::string& key, const PathSegment& segment) {
    Row& row = rows[key];
    row.time += segment.range.length();
    ++row.count;
    if (segment.slack) {
        row.slack = std::min(row.slack.value_or(*segment.slack), *segment.slack);
    }
}

std::string table(const Rows& rows, const std::string& title, TimeNs total, std::size_t top) {
    std::vector<std::pair<std::string, Row>> sorted(rows.begin(), rows.end());
    std::ranges::stable_sort(sorted, std::greater(), [](const auto& row) { return row.second.time; });
    if (top > 0 && sorted.size() > top) {
        sorted.resize(top);
    }
    TextTable text({title, "time", "share", "segments", "slack"});
    for (const auto& [name, row] : sorted) {
        text.add({name, formatDuration(row.time), std::to_string(percentOf(row.time, total)) + " %",
                  formatCount(row.count), row.slack ? formatDuration(*row.slack) : ""});
    }
    return text.text();
}

std::string lineOf(const EventOrigin& origin, SliceId slice) {
    for (const StackLine& line : origin.pythonStackOf(slice).lines) {
        if (!line.text.starts_with("nn.Module: ") && !isWrapperFrame(line.text)) {
            return line.text;
        }
    }
    return "(not recorded)";
}

std::string moduleOf(const EventOrigin& origin, SliceId slice) {
    const std::vector<StackLine> modules = origin.modulesOf(slice);
    return modules.empty() ? "(none)" : modules.front().text;
}

} // namespace

std::string pathJson(const PathAnswer& answer) {
    JsonWriter json;
    json.beginObject();
    json.field("total_ns", answer.path.range.length());
    if (answer.after) {
        json.field("after_ns", *answer.after);
    }
    json.key("by_kind");
    json.beginObject();
    for (int kind = 0; kind < kPathKinds; ++kind) {
        json.field(pathKindKey(static_cast<PathKind>(kind)),
                   answer.path.byKind[static_cast<std::size_t>(kind)]);
    }
    json.endObject();
    json.key("segments");
    json.beginArray();
    for (const PathSegment& segment : answer.path.segments) {
        json.beginObject();
        json.field("start_ns", segment.range.begin);
        json.field("end_ns", segment.range.end);
        json.field("kind", pathKindKey(segment.kind));
        json.field("name", nameOf(answer.graph, segment));
        json.field("track", trackOf(answer.graph, segment));
        json.endObject();
    }
    json.endArray();
    json.endObject();
    return json.take();
}

std::string pathText(const PathAnswer& answer, std::size_t top) {
    const TimeNs total = answer.path.range.length();
    Rows kinds;
    Rows names;
    Rows modules;
    Rows lines;
    std::map<const Trace*, EventOrigin> origins;
    for (const PathInput& input : answer.graph.inputs()) {
        origins.try_emplace(input.trace.get(), input.trace);
    }
    for (const PathSegment& segment : answer.path.segments) {
        const std::string kind(pathKindKey(segment.kind));
        count(kinds, kind, segment);
        if (segment.slice.valid()) {
            const EventOrigin& origin = origins.at(&answer.graph.traceOf(segment.place));
            const std::string name = nameOf(answer.graph, segment);
            count(names, kind + "  " + (segment.kind == PathKind::Kernel ? foldedKernelName(name) : name),
                  segment);
            count(modules, moduleOf(origin, segment.slice), segment);
            count(lines, lineOf(origin, segment.slice), segment);
        }
    }
    std::string text = "The path through " + formatDuration(total);
    if (answer.after) {
        text += ", which would be " + formatDuration(*answer.after) + " (" +
                formatDuration(total - *answer.after) + " less)";
    }
    return text + ":\n" + table(kinds, "kind", total, 0) + "\n" + table(names, "kind and name", total, top) +
           "\n" + table(modules, "module", total, top) + "\n" + table(lines, "line", total, top);
}

} // namespace lanes::cli
