#include "app/cli/answers/PathOutput.h"

#include "model/base/Format.h"
#include "model/report/Readers.h"
#include "model/trace/args/JsonWriter.h"

#include <set>
#include <string_view>
#include <vector>

namespace lanes::cli {

namespace {

std::string_view nameOf(const PathGraph& graph, const PathSegment& segment) {
    if (!segment.slice.valid()) {
        return {};
    }
    const Trace& trace = graph.traceOf(segment.place);
    return trace.text(trace.slice(segment.slice).name);
}

// Of one file each, or of one session.
bool hasSeveralRanks(const PathGraph& graph) {
    std::set<std::int64_t> ranks;
    for (const PathInput& input : graph.inputs()) {
        for (const Process& process : input.trace->processes()) {
            ranks.insert(process.rank);
        }
    }
    ranks.erase(-1);
    return graph.inputs().size() > 1 || ranks.size() > 1;
}

// Of every place; ranks name their threads and streams alike.
std::vector<std::string> tracksOf(const PathGraph& graph) {
    const bool several = hasSeveralRanks(graph);
    std::vector<std::string> tracks;
    for (std::uint32_t place = 0; place < graph.places().size(); ++place) {
        const Trace& trace = graph.traceOf(place);
        const Track& track = trace.tracks()[graph.places()[place].track.value];
        const std::int64_t rank = trace.processes()[track.process.value].rank;
        tracks.push_back((track.name.empty() ? track.key : track.name) +
                         (several && rank >= 0 ? " (rank " + std::to_string(rank) + ")" : ""));
    }
    return tracks;
}

std::string table(const std::shared_ptr<const report::FoundPath>& found, PathBy by, std::size_t top) {
    auto rows = std::make_shared<const std::vector<PathRow>>(
        pathRows(*found->graph, *found->origins, found->path, by));
    report::Table table = report::pathTable(found, std::move(rows), by);
    if (top > 0 && table.order.size() > top) {
        table.order.resize(top);
    }
    return asText(table);
}

} // namespace

void writePathJson(const PathAnswer& answer, const std::function<void(std::string_view)>& out) {
    constexpr std::size_t kSegmentsOfPart = 1000;
    JsonWriter json;
    json.beginObject();
    json.field("total_ns", answer.found->path.range.length());
    if (answer.after) {
        json.field("after_ns", *answer.after);
    }
    json.key("by_kind");
    json.beginObject();
    for (int kind = 0; kind < kPathKinds; ++kind) {
        json.field(pathKindKey(static_cast<PathKind>(kind)),
                   answer.found->path.byKind[static_cast<std::size_t>(kind)]);
    }
    json.endObject();
    json.key("segments");
    json.beginArray();
    const std::vector<std::string> tracks = tracksOf(*answer.found->graph);
    std::size_t written = 0;
    for (const PathSegment& segment : answer.found->path.segments) {
        json.beginObject();
        json.field("start_ns", segment.range.begin);
        json.field("end_ns", segment.range.end);
        json.field("kind", pathKindKey(segment.kind));
        json.field("name", nameOf(*answer.found->graph, segment));
        json.field("track",
                   segment.place == PathNode::kNowhere ? "" : std::string_view(tracks[segment.place]));
        json.endObject();
        if (++written % kSegmentsOfPart == 0) {
            out(json.takePart());
        }
    }
    json.endArray();
    json.endObject();
    out(json.take());
}

std::string pathText(const PathAnswer& answer, std::size_t top) {
    const TimeNs total = answer.found->path.range.length();
    std::string text = "The path through " + formatDuration(total);
    if (answer.after) {
        text += ", which would be " + formatDuration(*answer.after) + " (" +
                formatDuration(total - *answer.after) + " less)";
    }
    return text + ":\n" + table(answer.found, PathBy::Kind, 0) + "\n" +
           table(answer.found, PathBy::Name, top) + "\n" + table(answer.found, PathBy::Module, top) + "\n" +
           table(answer.found, PathBy::Line, top);
}

} // namespace lanes::cli
