#include "app/cli/tables/GapOutput.h"

#include "model/analysis/device/Devices.h"
#include "model/analysis/text/KernelName.h"
#include "model/analysis/time/Overview.h"
#include "model/base/Format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>
#include <span>
#include <variant>

namespace lanes::cli {

namespace {

const Process& processAt(const Trace& trace, TrackId track) {
    return trace.processes()[trace.tracks()[track.value].process.value];
}

std::int64_t deviceOf(const Trace& trace, TrackId track) {
    return std::max(processAt(trace, track).deviceIndex, 0);
}

// Where a gap was: of its device as a whole, where what ended it ran.
TrackId placeOf(const Trace& trace, const SessionGap& gap) {
    return trace.slice(gap.gap.after).track;
}

std::int64_t deviceOf(const Trace& trace, const SessionGap& gap) {
    return deviceOf(trace, placeOf(trace, gap));
}

// Ranks number their streams alike.
std::string streamName(const Trace& trace, TrackId track) {
    const Track& stream = trace.tracks()[track.value];
    const std::int64_t rank = processAt(trace, track).rank;
    const bool several =
        std::ranges::any_of(trace.processes(), [&](const Process& p) { return p.rank != rank; });
    return (stream.name.empty() ? stream.key : stream.name) +
           (several ? " (rank " + std::to_string(rank) + ")" : "");
}

std::string nameOf(const Trace& trace, SliceId slice) {
    return slice.valid() ? std::string(trace.text(trace.slice(slice).name)) : std::string();
}

// 0.25, whatever the language.
std::string hundredths(float share) {
    const std::string digits = std::to_string(100 + std::lround(100 * share)); // 125
    return std::string(1, static_cast<char>(digits.front() - 1)) + "." + digits.substr(1);
}

std::string_view causeOf(const SessionGap& gap) {
    return gap.cause ? gapPartKey(gap.cause->most) : std::string_view();
}

// "host_sync 80 %, launch_bound 20 %": what had most of it first.
std::string causesOf(const SessionGap& gap) {
    const CauseTimes times = causeTimes(gap.causes);
    std::vector<int> order(times.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::greater(),
                             [&](int cause) { return times[static_cast<std::size_t>(cause)]; });
    std::string text;
    for (const int cause : order) {
        const int share = percentOf(times[static_cast<std::size_t>(cause)], gap.gap.range.length());
        if (share > 0) {
            text += (text.empty() ? "" : ", ") + std::string(waitCauseKey(static_cast<WaitCause>(cause))) +
                    " " + std::to_string(share) + " %";
        }
    }
    return text;
}

// Nothing: of no stream, but of its device as a whole; or not known.
using Value = std::variant<std::monostate, std::int64_t, std::string>;

// A column of a table and a member in JSON, said once for both.
template<class Line>
struct Field {
    enum class Kind : std::uint8_t { Text, Kernel, Count, Length, Moment, Table }; // Table: not in JSON
    std::string_view key;
    std::string_view title; // empty: where people read, there is no room for it
    Kind kind;
    Value (*of)(const Trace& trace, const Line& line);
};

Value rankOf(const Trace& trace, TrackId track) {
    const std::int64_t rank = processAt(trace, track).rank;
    return rank >= 0 ? Value(rank) : Value();
}

Value hostOf(const Trace& trace, TrackId track) {
    const std::string& host = processAt(trace, track).host;
    const std::string& known = host.empty() ? trace.info().host : host;
    return known.empty() ? Value() : Value(known);
}

using StreamField = Field<StreamIdle>;
constexpr std::array<StreamField, 6> kStreamFields{{
    {"stream", "stream", StreamField::Kind::Text,
     [](const Trace& t, const StreamIdle& s) -> Value { return streamName(t, s.track); }},
    {"device", "device", StreamField::Kind::Count,
     [](const Trace& t, const StreamIdle& s) -> Value { return deviceOf(t, s.track); }},
    {"rank", "", StreamField::Kind::Count,
     [](const Trace& t, const StreamIdle& s) { return rankOf(t, s.track); }},
    {"host", "", StreamField::Kind::Text,
     [](const Trace& t, const StreamIdle& s) { return hostOf(t, s.track); }},
    {"gaps", "gaps", StreamField::Kind::Count,
     [](const Trace&, const StreamIdle& s) -> Value { return s.gaps; }},
    {"idle_ns", "idle", StreamField::Kind::Length,
     [](const Trace&, const StreamIdle& s) -> Value { return s.idle; }},
}};

using GapField = Field<SessionGap>;
constexpr std::array<GapField, 12> kGapFields{{
    {"stream", "gap on", GapField::Kind::Text,
     [](const Trace& t, const SessionGap& g) {
         return g.track.valid() ? Value(streamName(t, g.track)) : Value();
     }},
    {"cause", "", GapField::Kind::Text,
     [](const Trace&, const SessionGap& g) -> Value { return std::string(causeOf(g)); }},
    {"causes", "causes", GapField::Kind::Table,
     [](const Trace&, const SessionGap& g) -> Value { return causesOf(g); }},
    {"operator", "operator", GapField::Kind::Text,
     [](const Trace& t, const SessionGap& g) -> Value { return nameOf(t, g.op); }},
    {"before", "", GapField::Kind::Kernel,
     [](const Trace& t, const SessionGap& g) -> Value { return nameOf(t, g.gap.before); }},
    {"after", "until", GapField::Kind::Kernel,
     [](const Trace& t, const SessionGap& g) -> Value { return nameOf(t, g.gap.after); }},
    {"launch", "", GapField::Kind::Text,
     [](const Trace& t, const SessionGap& g) -> Value { return nameOf(t, g.launch); }},
    {"device", "device", GapField::Kind::Count,
     [](const Trace& t, const SessionGap& g) -> Value { return deviceOf(t, g); }},
    {"rank", "", GapField::Kind::Count,
     [](const Trace& t, const SessionGap& g) { return rankOf(t, placeOf(t, g)); }},
    {"host", "", GapField::Kind::Text,
     [](const Trace& t, const SessionGap& g) { return hostOf(t, placeOf(t, g)); }},
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
        if (field.kind == Field<Line>::Kind::Table) {
            continue;
        }
        json.key(field.key);
        if (const auto* number = std::get_if<std::int64_t>(&value)) {
            json.integer(*number);
        } else if (const auto* text = std::get_if<std::string>(&value)) {
            json.text(*text);
        } else {
            json.raw("null");
        }
    }
}

template<class Line>
std::string cellText(const Trace& trace, const Field<Line>& field, const Line& line, bool csv) {
    using Kind = Field<Line>::Kind;
    const Value value = field.of(trace, line);
    if (std::holds_alternative<std::monostate>(value)) {
        return csv ? "" : "the device";
    }
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
report::TextTable tableOf(const Trace& trace, std::span<const Field<Line>> fields,
                          const std::vector<Line>& lines, std::size_t leftColumns, bool csv) {
    const auto row = [&](const auto& textOf) {
        std::vector<std::string> cells;
        for (const Field<Line>& field : fields) {
            if (csv || !field.title.empty()) {
                cells.push_back(textOf(field));
            }
        }
        return cells;
    };
    report::TextTable table(
        row([csv](const auto& field) { return std::string(csv ? field.key : field.title); }), leftColumns);
    for (const Line& line : lines) {
        table.add(row([&](const auto& field) { return cellText(trace, field, line, csv); }));
    }
    return table;
}

void writeCauses(JsonWriter& json, const Trace& trace, const SessionGap& gap) {
    json.key("causes");
    json.beginArray();
    for (const WaitStretch& stretch : gap.causes) {
        json.beginObject();
        json.field("cause", waitCauseKey(stretch.cause));
        json.field("ns", stretch.range.length());
        json.key("confidence");
        json.raw(hundredths(stretch.confidence));
        json.field("slice", nameOf(trace, stretch.proof));
        json.field("start_ns", stretch.range.begin);
        json.field("end_ns", stretch.range.end);
        json.endObject();
    }
    json.endArray();
}

// What each device's gaps went to; causes that none had are left out.
std::string causeTable(const SessionGaps& gaps) {
    std::vector<std::string> head{"device", "gaps", "idle"};
    std::vector<std::size_t> shown;
    for (std::size_t cause = 0; cause < kWaitCauses; ++cause) {
        if (std::ranges::any_of(gaps.devices, [&](const DeviceIdle& d) { return d.byCause[cause] > 0; })) {
            shown.push_back(cause);
            head.emplace_back(waitCauseKey(static_cast<WaitCause>(cause)));
        }
    }
    report::TextTable table(std::move(head));
    for (const DeviceIdle& device : gaps.devices) {
        std::vector<std::string> row{device.device.key, formatCount(device.gaps),
                                     formatDuration(device.idle)};
        for (const std::size_t cause : shown) {
            row.push_back(formatDuration(device.byCause[cause]));
        }
        table.add(std::move(row));
    }
    return table.text();
}

// For people: a device whose streams but one did nothing then has the gap of that one.
std::vector<SessionGap> saidOnce(const Trace& trace, const std::vector<SessionGap>& gaps) {
    std::vector<SessionGap> once;
    std::ranges::copy_if(gaps, std::back_inserter(once), [&](const SessionGap& gap) {
        return gap.track.valid() || std::ranges::none_of(gaps, [&](const SessionGap& other) {
                   return other.track.valid() && other.gap.range == gap.gap.range &&
                          deviceOf(trace, other) == deviceOf(trace, gap) &&
                          sameRank(processAt(trace, placeOf(trace, other)),
                                   processAt(trace, placeOf(trace, gap)));
               });
    });
    return once;
}

} // namespace

void writeCauseTimes(JsonWriter& json, const SessionGaps& gaps, const std::string& device) {
    const auto found =
        std::ranges::find(gaps.devices, device, [](const DeviceIdle& d) { return d.device.key; });
    json.key("by_cause");
    json.beginObject();
    for (int i = 0; i < kWaitCauses; ++i) {
        json.field(waitCauseKey(static_cast<WaitCause>(i)),
                   found != gaps.devices.end() ? found->byCause[static_cast<std::size_t>(i)] : 0);
    }
    json.endObject();
}

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
        writeCauses(json, trace, gap);
        json.endObject();
    }
    json.endArray();
}

std::string gapTables(const Trace& trace, const SessionGaps& gaps, bool csv) {
    constexpr std::size_t kTexts = 4; // to the left
    if (csv) {
        return tableOf<SessionGap>(trace, kGapFields, gaps.largest, kTexts, true).csv();
    }
    const report::TextTable table =
        tableOf<SessionGap>(trace, kGapFields, saidOnce(trace, gaps.largest), kTexts, false);
    return tableOf<StreamIdle>(trace, kStreamFields, gaps.streams, 1, false).text() + "\n" +
           causeTable(gaps) + "\n" + table.text();
}

} // namespace lanes::cli
