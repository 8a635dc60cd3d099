#include "app/cli/answers/PathOutput.h"

#include "app/cli/TextTable.h"
#include "model/analysis/path/PathRows.h"
#include "model/analysis/time/Overview.h"
#include "model/base/Format.h"
#include "model/trace/JsonWriter.h"

#include <set>
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

// Of one file each, or of one session.
bool hasSeveralRanks(const PathGraph& graph, const Trace& trace) {
    std::set<std::int64_t> ranks;
    for (const Process& process : trace.processes()) {
        if (process.rank >= 0) {
            ranks.insert(process.rank);
        }
    }
    return graph.inputs().size() > 1 || ranks.size() > 1;
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
    return rank >= 0 && hasSeveralRanks(graph, trace) ? name + " (rank " + std::to_string(rank) + ")" : name;
}

// `unnamed` stands for what has no name.
std::string table(const PathAnswer& answer, const PathOrigins& origins, PathBy by, const std::string& title,
                  const std::string& unnamed, std::size_t top) {
    std::vector<PathRow> rows = pathRows(answer.graph, origins, answer.path, by);
    if (top > 0 && rows.size() > top) {
        rows.resize(top);
    }
    TextTable text({title, "time", "share", "segments", "slack"});
    for (const PathRow& row : rows) {
        const std::string name = row.name.empty() ? unnamed : row.name;
        text.add({by == PathBy::Name ? std::string(pathKindKey(*row.kind)) + "  " + name : name,
                  formatDuration(row.time),
                  std::to_string(percentOf(row.time, answer.path.range.length())) + " %",
                  formatCount(row.segments), row.slack ? formatDuration(*row.slack) : ""});
    }
    return text.text();
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
    const PathOrigins origins(answer.graph);
    std::string text = "The path through " + formatDuration(total);
    if (answer.after) {
        text += ", which would be " + formatDuration(*answer.after) + " (" +
                formatDuration(total - *answer.after) + " less)";
    }
    return text + ":\n" + table(answer, origins, PathBy::Kind, "kind", "", 0) + "\n" +
           table(answer, origins, PathBy::Name, "kind and name", "", top) + "\n" +
           table(answer, origins, PathBy::Module, "module", "(none)", top) + "\n" +
           table(answer, origins, PathBy::Line, "line", "(not recorded)", top);
}

} // namespace lanes::cli
