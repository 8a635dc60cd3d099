#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "app/cli/TimeArgument.h"
#include "app/cli/answers/RankFiles.h"
#include "model/analysis/path/JobPath.h"
#include "model/analysis/path/WhatIf.h"
#include "model/base/Format.h"
#include "model/report/Path.h"
#include "model/report/Readers.h"
#include "model/trace/args/JsonWriter.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::cli {

namespace {

// A critical path as JSON for programs and as tables for people.
struct PathAnswer {
    std::shared_ptr<const report::FoundPath> found;
    std::optional<TimeNs> after; // if some of it were faster; nothing where nobody asked
};

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

// Part by part: the path of a long session has millions of segments.
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

// By kind, name, module and line of code; `top` rows of each (0: all).
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

struct PathArguments {
    std::vector<std::string> files;
    std::string format = "text";
    std::vector<std::string> faster;
    std::int64_t top = 20;
    PartArguments part;
};

// From the earliest begin of all ranks to their latest end, by the first one's clock.
Result<TimeRange> rangeOf(const PathGraph& graph, const PartArguments& arguments) {
    std::optional<TimeRange> all;
    for (const PathInput& input : graph.inputs()) {
        const bool bySteps = arguments.step >= 0 || arguments.scope == "steady";
        const auto part = partOf({{}, arguments.step, arguments.scope}, input.trace->span(),
                                 bySteps ? findSteps(*input.trace) : SessionSteps());
        if (!part) {
            return part.error();
        }
        const TimeRange own = part.value().value_or(input.trace->work());
        const TimeRange moved{input.clock.toFirst(own.begin), input.clock.toFirst(own.end)};
        all = all ? TimeRange{std::min(all->begin, moved.begin), std::max(all->end, moved.end)} : moved;
    }
    if (!arguments.range.empty()) {
        const auto part = partOf(arguments, graph.inputs().front().trace->span(), {});
        return part ? Result<TimeRange>(*part.value()) : part.error();
    }
    return *all;
}

void addOptions(CLI::App& parser, PathArguments& arguments) {
    addFilesOption(parser, arguments.files);
    parser.add_option(
        "--range", arguments.part.range,
        "only A..B, as 10ms..20ms from the start or as recorded in ns, by the first file's clock");
    parser.add_option("--step", arguments.part.step, "only step N, on all ranks")->check(wholeNumber());
    addScopeOption(parser, arguments.part.scope);
    parser
        .add_option(
            "--faster", arguments.faster,
            "how long it would take if what a filter matches were faster, as 'kernel:/gemm/ 2x'; may be "
            "given several times")
        ->expected(1)
        ->take_all();
    parser.add_option("--top", arguments.top, "rows of the text's tables; 0: all. JSON has all")
        ->check(wholeNumber());
    parser.add_option("--format", arguments.format, "text or json")->check(CLI::IsMember({"text", "json"}));
}

} // namespace

int runPath(int argc, char** argv) {
    CLI::App parser(
        "Prints the critical path: the chain of work on hosts and devices that decides how long a session, a "
        "step or a range took",
        "lanescope path");
    PathArguments arguments;
    addOptions(parser, arguments);
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    if (!arguments.part.range.empty() && arguments.part.step >= 0) {
        return fail(parser, partOf(arguments.part, {}, {}).error(), kUsage);
    }
    std::vector<Speedup> faster;
    for (const std::string& text : arguments.faster) {
        auto speedup = parseSpeedup(text);
        if (!speedup) {
            return fail(parser, speedup.error(), kUsage);
        }
        faster.push_back(std::move(speedup).value());
    }
    auto categories = categoriesOf(parser);
    if (!categories) {
        return fail(parser, categories.error());
    }
    const auto traces = readRankTraces(arguments.files, std::move(categories).value());
    if (!traces) {
        return fail(parser, traces.error());
    }
    const JobPath job = jobPathOf(traces.value(), arguments.files);
    if (job.refusal) {
        return fail(parser, *job.refusal);
    }
    for (const std::string& file : job.apart) {
        (void)fail(parser, Error{file + " is left out: nothing ties its clock to that of " +
                                 arguments.files.front() + "; \"lanescope ranks\" says more."});
    }
    const auto range = rangeOf(*job.graph, arguments.part);
    if (!range) {
        return fail(parser, range.error(), kUsage);
    }
    PathAnswer answer{std::make_shared<const report::FoundPath>(
                          report::FoundPath{job.graph, std::make_shared<const PathOrigins>(*job.graph),
                                            criticalPath(*job.graph, range.value())}),
                      {}};
    if (!faster.empty()) {
        answer.after = rangeIfFaster(*job.graph, range.value(), faster);
    }
    if (outputFormat(arguments.format) == OutputFormat::Json) {
        writePathJson(answer, print);
    } else {
        print(pathText(answer, static_cast<std::size_t>(arguments.top)));
    }
    return kGood;
}

} // namespace lanes::cli
