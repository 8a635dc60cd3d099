#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "model/analysis/operators/EventDetails.h"
#include "model/analysis/text/FoundEvents.h"
#include "model/base/Format.h"
#include "model/base/Threads.h"
#include "model/trace/args/JsonWriter.h"

#include <algorithm>
#include <string_view>

namespace lanes::cli {

namespace {

std::string_view roleKey(EventLink::Role role) {
    switch (role) {
    case EventLink::Role::Launch:
        return "launch";
    case EventLink::Role::Operator:
        return "operator";
    case EventLink::Role::Forward:
        return "forward";
    case EventLink::Role::Backward:
        return "backward";
    case EventLink::Role::Kernel:
        return "kernel";
    case EventLink::Role::Caller:
        return "caller";
    case EventLink::Role::Flow:
        break;
    }
    return "flow";
}

void writeLinks(JsonWriter& json, const Trace& trace, const EventDetails& details) {
    json.key("links");
    json.beginArray();
    for (const EventLink& link : details.links) {
        const Trace::Slice target = trace.slice(link.target);
        json.beginObject();
        json.field("role", roleKey(link.role));
        json.field("name", trace.text(target.name));
        json.field("count", link.count);
        json.field("start_ns", target.start);
        json.endObject();
    }
    json.endArray();
}

void writeInputs(JsonWriter& json, const EventDetails& details) {
    json.key("inputs");
    json.beginArray();
    for (const InputRow& input : details.inputs) {
        json.beginObject();
        json.field("name", input.name);
        json.field("type", input.type);
        json.field("shape", input.shape);
        json.field("strides", input.strides);
        json.field("value", input.value);
        json.endObject();
    }
    json.endArray();
}

void writeStack(JsonWriter& json, const EventDetails& details) {
    json.key("stack");
    json.beginArray();
    for (const PythonFrame& frame : details.stack) {
        json.beginObject();
        json.field("function", frame.function);
        json.field("file", frame.file);
        json.field("line", frame.line);
        if (!frame.module.empty()) {
            json.field("module", frame.module);
        }
        json.endObject();
    }
    json.endArray();
    json.key("stack_of_forward");
    json.boolean(details.stackOfForward);
}

void writeFields(JsonWriter& json, const EventDetails& details) {
    json.key("fields");
    json.beginObject();
    for (const std::vector<RecordedField>* fields : {&details.launch, &details.fields}) {
        for (const RecordedField& field : *fields) {
            json.field(field.key, field.value);
        }
    }
    json.endObject();
}

// One event as JSON: what the details of the window say of it.
// Its members, into the open object: where and when it ran, what it is linked to, its inputs, stack and recorded fields.
void writeDetails(JsonWriter& json, const Trace& trace, const EventDetails& details) {
    json.field("self_ns", details.self);
    json.key("ended");
    json.boolean(!details.open);
    if (details.deviceTime) {
        json.field("device_ns", *details.deviceTime);
    }
    if (details.launchDelay) {
        json.field("after_launch_ns", *details.launchDelay);
    }
    if (details.sequence) {
        json.field("sequence_number", *details.sequence);
    }
    if (details.allocatedBytes > 0 || details.freedBytes > 0) {
        json.field("allocated_bytes", details.allocatedBytes);
        json.field("freed_bytes", details.freedBytes);
    }
    writeLinks(json, trace, details);
    writeInputs(json, details);
    json.key("modules");
    json.beginArray();
    for (const StackLine& module : details.modules) {
        json.text(module.text);
    }
    json.endArray();
    writeStack(json, details);
    writeFields(json, details);
}

struct SearchArguments {
    std::vector<std::string> files;
    std::string where;
    bool details = false;
    std::string format = "table";
};

// An event as every form of output has it.
struct Line {
    SliceId slice; // none: an instant
    std::string name;
    std::string_view category;
    std::string thread;
    TimeNs start = 0;
    TimeNs duration = 0;
};

std::string threadOf(const Trace& trace, TrackId id) {
    if (!id.valid()) {
        return {};
    }
    const Track& track = trace.tracks()[id.value];
    return track.name.empty() ? track.key : track.name;
}

Line lineOf(const Trace& trace, FoundEvent event) {
    if (event.slice.valid()) {
        const Trace::Slice slice = trace.slice(event.slice);
        return {event.slice,
                std::string(trace.text(slice.name)),
                categoryName(slice.hue, trace.ownClasses()),
                threadOf(trace, slice.track),
                slice.start,
                slice.duration};
    }
    const PointTable& points = trace.points();
    return {{},
            std::string(trace.text(points.name[event.point])),
            "instant",
            threadOf(trace, points.track[event.point]),
            points.time[event.point],
            0};
}

std::vector<Line> linesOf(const FoundEvents& found, std::size_t shown) {
    std::vector<Line> lines;
    lines.reserve(shown);
    for (std::size_t i = 0; i < shown; ++i) {
        lines.push_back(lineOf(*found.trace(), found.at(i)));
    }
    return lines;
}

std::string searchJson(const FoundEvents& found, const std::vector<Line>& lines, bool details) {
    const Trace& trace = *found.trace();
    const EventOrigin origin(found.trace());
    JsonWriter json;
    json.beginObject();
    json.field("count", static_cast<std::int64_t>(found.count()));
    json.field("total_ns", found.total());
    json.field("device_ns", found.onDevice());
    json.key("names");
    json.beginArray();
    for (const FoundName& name : found.names()) {
        json.beginObject();
        json.field("name", trace.text(name.name));
        json.field("count", name.count);
        json.field("total_ns", name.total);
        json.endObject();
    }
    json.endArray();
    json.key("events");
    json.beginArray();
    for (const Line& line : lines) {
        json.beginObject();
        json.field("name", line.name);
        json.field("category", line.category);
        json.field("thread", line.thread);
        json.field("start_ns", line.start);
        json.field("duration_ns", line.duration);
        if (details && line.slice.valid()) {
            writeDetails(json, trace, *detailsOf(trace, origin, line.slice));
        }
        json.endObject();
    }
    json.endArray();
    json.field("events_left_out", static_cast<std::int64_t>(found.count() - lines.size()));
    json.endObject();
    return json.take();
}

std::string eventTable(const std::vector<Line>& lines, TimeNs origin, bool csv) {
    report::TextTable table(
        {"name", "category", "thread", csv ? "start_ns" : "start", csv ? "duration_ns" : "time"}, 3);
    for (const Line& line : lines) {
        table.add({line.name, std::string(line.category), line.thread,
                   csv ? std::to_string(line.start) : formatDuration(line.start - origin),
                   csv ? std::to_string(line.duration) : formatDuration(line.duration)});
    }
    return csv ? table.csv() : table.text();
}

std::string searchText(const FoundEvents& found, const std::vector<Line>& lines) {
    report::TextTable names({"name", "events", "total"});
    names.add({"all", formatCount(static_cast<std::int64_t>(found.count())), formatDuration(found.total())});
    for (const FoundName& name : found.names()) {
        names.add({std::string(found.trace()->text(name.name)), formatCount(name.count),
                   formatDuration(name.total)});
    }
    const std::string events = eventTable(lines, found.trace()->span().begin, false);
    return names.text() + (lines.empty() ? "" : "\n" + events) + leftOutText(found.count(), lines.size());
}

} // namespace

int runSearch(int argc, char** argv) {
    CLI::App parser("Prints the events that a filter matches", "lanescope search");
    SearchArguments arguments;
    addFilesOption(parser, arguments.files);
    parser
        .add_option("--where", arguments.where, "the filter, as in the search of the window: op:mm dur>1ms")
        ->required();
    const TopOption top(parser, 50);
    parser.add_flag("--details", arguments.details,
                    "with --format json: links, inputs, modules, Python stack and fields of each event");
    addFormatOption(parser, arguments.format);
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    const OutputFormat output = outputFormat(arguments.format);
    if (arguments.details && output != OutputFormat::Json) {
        return fail(parser, Error{"--details needs --format json; no table is wide enough."}, kUsage);
    }
    const Result<Filter> filter = Filter::parse(arguments.where);
    if (!filter) {
        return fail(parser, filter.error(), kUsage);
    }
    const auto trace = openFiles(parser, arguments.files);
    if (!trace) {
        return fail(parser, trace.error());
    }
    const int threads = static_cast<int>(threadsFor(trace.value()->sliceCount()));
    const auto found = FoundEvents::find(trace.value(), filter.value(), {}, threads);
    const std::vector<Line> lines = linesOf(*found, top.shown(found->listed(), output));
    print(output == OutputFormat::Json  ? searchJson(*found, lines, arguments.details)
          : output == OutputFormat::Csv ? eventTable(lines, 0, true)
                                        : searchText(*found, lines));
    return kGood;
}

} // namespace lanes::cli
