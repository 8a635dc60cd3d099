#include "app/cli/GapOutput.h"

#include "model/analysis/KernelName.h"
#include "model/base/Format.h"

#include <algorithm>

namespace lanes::cli {

namespace {

std::int64_t deviceOf(const Trace& trace, TrackId track) {
    const Process& process = trace.processes()[trace.tracks()[track.value].process.value];
    return std::max(process.deviceIndex, 0);
}

std::string streamName(const Trace& trace, TrackId track) {
    const Track& stream = trace.tracks()[track.value];
    return stream.name.empty() ? stream.key : stream.name;
}

std::string nameOf(const Trace& trace, SliceId slice) {
    return slice.valid() ? std::string(trace.text(trace.slice(slice).name)) : std::string();
}

std::string_view causeOf(const SessionGap& gap) {
    return gap.cause ? gapPartKey(gap.cause->most) : std::string_view();
}

} // namespace

void writeGaps(JsonWriter& json, const Trace& trace, const SessionGaps& gaps) {
    json.key("streams");
    json.beginArray();
    for (const StreamIdle& stream : gaps.streams) {
        json.beginObject();
        json.field("device", deviceOf(trace, stream.track));
        json.field("stream", streamName(trace, stream.track));
        json.field("gaps", stream.gaps);
        json.field("idle_ns", stream.idle);
        json.endObject();
    }
    json.endArray();
    json.key("gaps");
    json.beginArray();
    for (const SessionGap& gap : gaps.largest) {
        json.beginObject();
        json.field("device", deviceOf(trace, gap.track));
        json.field("stream", streamName(trace, gap.track));
        json.field("start_ns", gap.gap.range.begin);
        json.field("range_ns", gap.gap.range.length());
        json.field("cause", causeOf(gap));
        json.key("cause_ns");
        json.beginObject();
        for (int i = 0; i < kGapParts; ++i) {
            const auto part = static_cast<GapPart>(i);
            json.field(gapPartKey(part), gap.cause ? gap.cause->of(part) : 0);
        }
        json.endObject();
        json.field("before", nameOf(trace, gap.gap.before));
        json.field("after", nameOf(trace, gap.gap.after));
        json.field("launch", nameOf(trace, gap.launch));
        json.field("operator", nameOf(trace, gap.op));
        json.endObject();
    }
    json.endArray();
}

std::string gapTables(const Trace& trace, const SessionGaps& gaps, bool csv) {
    const auto kernel = [csv](const std::string& name) { return csv ? name : foldedKernelName(name); };
    const auto time = [csv](TimeNs t) { return csv ? std::to_string(t) : formatDuration(t); };
    TextTable table(
        csv ? std::vector<std::string>{"stream", "cause", "operator", "after", "device", "start_ns",
                                       "range_ns"}
            : std::vector<std::string>{"gap on", "cause", "operator", "until", "device", "start", "length"},
        4);
    for (const SessionGap& gap : gaps.largest) {
        const TimeNs begin = gap.gap.range.begin;
        table.add({streamName(trace, gap.track), std::string(causeOf(gap)), nameOf(trace, gap.op),
                   kernel(nameOf(trace, gap.gap.after)), std::to_string(deviceOf(trace, gap.track)),
                   time(csv ? begin : begin - trace.span().begin), time(gap.gap.range.length())});
    }
    if (csv) {
        return table.csv();
    }
    TextTable streams({"stream", "device", "gaps", "idle"});
    for (const StreamIdle& stream : gaps.streams) {
        streams.add({streamName(trace, stream.track), std::to_string(deviceOf(trace, stream.track)),
                     formatCount(stream.gaps), formatDuration(stream.idle)});
    }
    return streams.text() + "\n" + table.text();
}

} // namespace lanes::cli
