#include "app/cli/GapOutput.h"

#include "model/analysis/text/KernelName.h"
#include "model/base/Format.h"

#include <algorithm>
#include <array>
#include <span>
#include <variant>

namespace lanes::cli {

namespace {

std::int64_t deviceOf(const Trace& trace, TrackId track) {
    const Process& process = trace.processes()[trace.tracks()[track.value].process.value];
    return std::max(process.deviceIndex, 0);
}

// Ranks number their streams alike.
std::string streamName(const Trace& trace, TrackId track) {
    const Track& stream = trace.tracks()[track.value];
    const std::int64_t rank = trace.processes()[stream.process.value].rank;
    const bool several =
        std::ranges::any_of(trace.processes(), [&](const Process& p) { return p.rank != rank; });
    return (stream.name.empty() ? stream.key : stream.name) +
           (several ? " (rank " + std::to_string(rank) + ")" : "");
}

std::string nameOf(const Trace& trace, SliceId slice) {
    return slice.valid() ? std::string(trace.text(trace.slice(slice).name)) : std::string();
}

std::string_view causeOf(const SessionGap& gap) {
    return gap.cause ? gapPartKey(gap.cause->most) : std::string_view();
}

using Value = std::variant<std::int64_t, std::string>;

// A column of a table and a member in JSON, said once for both.
template<class Line>
struct Field {
    enum class Kind : std::uint8_t { Text, Kernel, Count, Length, Moment };
    std::string_view key;
    std::string_view title; // empty: where people read, there is no room for it
    Kind kind;
    Value (*of)(const Trace& trace, const Line& line);
};

using StreamField = Field<StreamIdle>;
constexpr std::array<StreamField, 4> kStreamFields{{
    {"stream", "stream", StreamField::Kind::Text,
     [](const Trace& t, const StreamIdle& s) -> Value { return streamName(t, s.track); }},
    {"device", "device", StreamField::Kind::Count,
     [](const Trace& t, const StreamIdle& s) -> Value { return deviceOf(t, s.track); }},
    {"gaps", "gaps", StreamField::Kind::Count,
     [](const Trace&, const StreamIdle& s) -> Value { return s.gaps; }},
    {"idle_ns", "idle", StreamField::Kind::Length,
     [](const Trace&, const StreamIdle& s) -> Value { return s.idle; }},
}};

using GapField = Field<SessionGap>;
constexpr std::array<GapField, 9> kGapFields{{
    {"stream", "gap on", GapField::Kind::Text,
     [](const Trace& t, const SessionGap& g) -> Value { return streamName(t, g.track); }},
    {"cause", "cause", GapField::Kind::Text,
     [](const Trace&, const SessionGap& g) -> Value { return std::string(causeOf(g)); }},
    {"operator", "operator", GapField::Kind::Text,
     [](const Trace& t, const SessionGap& g) -> Value { return nameOf(t, g.op); }},
    {"before", "", GapField::Kind::Kernel,
     [](const Trace& t, const SessionGap& g) -> Value { return nameOf(t, g.gap.before); }},
    {"after", "until", GapField::Kind::Kernel,
     [](const Trace& t, const SessionGap& g) -> Value { return nameOf(t, g.gap.after); }},
    {"launch", "", GapField::Kind::Text,
     [](const Trace& t, const SessionGap& g) -> Value { return nameOf(t, g.launch); }},
    {"device", "device", GapField::Kind::Count,
     [](const Trace& t, const SessionGap& g) -> Value { return deviceOf(t, g.track); }},
    {"start_ns", "start", GapField::Kind::Moment,
     [](const Trace&, const SessionGap& g) -> Value { return g.gap.range.begin; }},
    {"range_ns", "length", GapField::Kind::Length,
     [](const Trace&, const SessionGap& g) -> Value { return g.gap.range.length(); }},
}};

template<class Line>
void writeFields(JsonWriter& json, const Trace& trace, std::span<const Field<Line>> fields,
                 const Line& line) {
    for (const Field<Line>& field : fields) {
        const Value value = field.of(trace, line);
        if (const auto* number = std::get_if<std::int64_t>(&value)) {
            json.field(field.key, *number);
        } else {
            json.field(field.key, std::get<std::string>(value));
        }
    }
}

template<class Line>
std::string cellText(const Trace& trace, const Field<Line>& field, const Line& line, bool csv) {
    using Kind = typename Field<Line>::Kind;
    const Value value = field.of(trace, line);
    if (const auto* text = std::get_if<std::string>(&value)) {
        return csv || field.kind != Kind::Kernel ? *text : foldedKernelName(*text);
    }
    const std::int64_t number = std::get<std::int64_t>(value);
    if (csv) {
        return std::to_string(number);
    }
    return field.kind == Kind::Count    ? formatCount(number)
           : field.kind == Kind::Moment ? formatDuration(number - trace.span().begin)
                                        : formatDuration(number);
}

// CSV holds every field, by its key.
template<class Line>
TextTable tableOf(const Trace& trace, std::span<const Field<Line>> fields, const std::vector<Line>& lines,
                  std::size_t leftColumns, bool csv) {
    const auto row = [&](const auto& textOf) {
        std::vector<std::string> cells;
        for (const Field<Line>& field : fields) {
            if (csv || !field.title.empty()) {
                cells.push_back(textOf(field));
            }
        }
        return cells;
    };
    TextTable table(row([csv](const auto& field) { return std::string(csv ? field.key : field.title); }),
                    leftColumns);
    for (const Line& line : lines) {
        table.add(row([&](const auto& field) { return cellText(trace, field, line, csv); }));
    }
    return table;
}

} // namespace

void writeGaps(JsonWriter& json, const Trace& trace, const SessionGaps& gaps) {
    json.key("streams");
    json.beginArray();
    for (const StreamIdle& stream : gaps.streams) {
        json.beginObject();
        writeFields<StreamIdle>(json, trace, kStreamFields, stream);
        json.endObject();
    }
    json.endArray();
    json.key("gaps");
    json.beginArray();
    for (const SessionGap& gap : gaps.largest) {
        json.beginObject();
        writeFields<SessionGap>(json, trace, kGapFields, gap);
        json.key("cause_ns");
        json.beginObject();
        for (int i = 0; i < kGapParts; ++i) {
            const auto part = static_cast<GapPart>(i);
            json.field(gapPartKey(part), gap.cause ? gap.cause->of(part) : 0);
        }
        json.endObject();
        json.endObject();
    }
    json.endArray();
}

std::string gapTables(const Trace& trace, const SessionGaps& gaps, bool csv) {
    constexpr std::size_t kTexts = 4; // to the left
    const TextTable table = tableOf<SessionGap>(trace, kGapFields, gaps.largest, kTexts, csv);
    if (csv) {
        return table.csv();
    }
    return tableOf<StreamIdle>(trace, kStreamFields, gaps.streams, 1, csv).text() + "\n" + table.text();
}

} // namespace lanes::cli
