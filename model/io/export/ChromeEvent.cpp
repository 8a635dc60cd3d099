#include "model/io/export/ChromeEvent.h"

#include "model/io/json/JsonNumber.h"
#include "model/trace/KinetoCategory.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>

namespace lanes {

namespace {

// What of an event a column may hold as the file had it, in place of what the model holds.
enum Kept : std::uint8_t {
    kPhase = 1,
    kName = 2,
    kPid = 4,
    kTid = 8,
    kStart = 16,
    kDuration = 32,
    kUnread = 128
};
constexpr std::array<std::pair<std::string_view, Kept>, 6> kKept{
    {{"ph", kPhase}, {"name", kName}, {"pid", kPid}, {"tid", kTid}, {"ts", kStart}, {"dur", kDuration}}};

bool isBegin(char phase) {
    return phase == 'B' || phase == 'b' || phase == 'S';
}

// What belongs together by its id: arrows and what is asynchronous.
bool hasId(char phase) {
    return phase != 0 && std::string_view("stfbenSTpF").find(phase) != std::string_view::npos;
}

} // namespace

std::string callStack(const Trace& trace, StackId stack) {
    std::string text;
    for (const Frame& frame : trace.stacks().frames(stack)) {
        text += std::string(trace.text(frame.file)) + "(" + std::to_string(frame.line) +
                "): " + std::string(trace.text(frame.function)) + ";";
        if (frame.module.valid()) {
            text += "nn.Module: " + std::string(trace.text(frame.module)) + ";";
        }
    }
    return text;
}

PlaceKeys placeKeys(const Trace& trace, TrackId track) {
    if (track.value >= trace.tracks().size()) {
        return {};
    }
    const Track& known = trace.tracks()[track.value];
    return {trace.processes()[known.process.value].key, known.key};
}

ChromeEvent::ChromeEvent(const Trace& trace)
    : trace_(trace) {
    std::set<std::int64_t> ranks;
    for (const Process& process : trace.processes()) {
        ranks.insert(process.rank);
    }
    ranks.erase(-1);
    if (ranks.size() > 1) {
        ranks_.assign(ranks.begin(), ranks.end());
    }
}

void writePlace(JsonWriter& json, std::string_view name, std::string_view key) {
    json.key(name);
    if (json::isPlainInteger(key)) {
        json.raw(key);
    } else {
        json.stored(key);
    }
}

void ChromeEvent::slice(JsonWriter& json, const Segment& segment, std::uint32_t index) {
    Fields fields;
    const ArgLayout* layout = trace_.args().layout(segment.layout[index]);
    fields.phase = layout != nullptr ? layout->phase : 'X';
    fields.name = segment.name[index];
    fields.track = segment.track;
    fields.time = segment.start[index];
    fields.duration = isBegin(fields.phase) ? -1 : segment.duration[index];
    fields.layout = segment.layout[index];
    fields.row = segment.row[index];
    fields.category = kinetoCategory(segment.kind[index]);
    event(json, fields);
}

void ChromeEvent::point(JsonWriter& json, std::uint32_t index) {
    const PointTable& points = trace_.points();
    const ArgLayout* layout = trace_.args().layout(points.layout[index]);
    Fields fields;
    fields.phase = layout != nullptr ? layout->phase : 'i';
    fields.name = points.name[index];
    fields.track = points.track[index];
    fields.time = points.time[index];
    fields.layout = points.layout[index];
    fields.row = points.row[index];
    event(json, fields);
}

std::uint8_t ChromeEvent::keptIn(LayoutId id) {
    const ArgLayout* layout = trace_.args().layout(id);
    if (layout == nullptr) {
        return 0;
    }
    if (id.value >= kept_.size()) {
        kept_.resize(std::size_t{id.value} + 1, kUnread);
    }
    std::uint8_t& kept = kept_[id.value];
    if (kept == kUnread) {
        kept = 0;
        for (const ArgColumn& column : layout->columns) {
            for (const auto& [key, what] : kKept) {
                if (column.topLevel && trace_.text(column.key) == key) {
                    kept = static_cast<std::uint8_t>(kept | what);
                }
            }
        }
    }
    return kept;
}

void ChromeEvent::event(JsonWriter& json, const Fields& fields) {
    const ArgLayout* layout = trace_.args().layout(fields.layout);
    const std::uint8_t kept = keptIn(fields.layout);
    const PlaceKeys place = placeKeys(trace_, fields.track);
    json.beginObject();
    if ((kept & kPhase) == 0 && fields.phase != 0) {
        json.field("ph", std::string_view(&fields.phase, 1));
    }
    if (layout != nullptr ? layout->category.valid() : !fields.category.empty()) {
        json.key("cat");
        json.stored(layout != nullptr ? trace_.text(layout->category) : fields.category);
    }
    if ((kept & kName) == 0) {
        json.field("name", trace_.text(fields.name));
    }
    if ((kept & kPid) == 0) {
        writePlace(json, "pid", place.process);
    }
    if ((kept & kTid) == 0) {
        writePlace(json, "tid", place.thread);
    }
    if ((kept & kStart) == 0) {
        json.key("ts");
        json.microseconds(fields.time);
    }
    if (fields.duration >= 0 && (kept & kDuration) == 0) {
        json.key("dur");
        json.microseconds(fields.duration);
    }
    columns(fields.layout, fields.row, true,
            [&](const ArgColumn& column, const ArgValue& value) { topLevel(json, fields, column, value); });
    object(json, fields.layout, fields.row, "args");
    json.endObject();
}

void ChromeEvent::topLevel(JsonWriter& json, const Fields& fields, const ArgColumn& column,
                           const ArgValue& value) const {
    const std::string_view key = trace_.text(column.key);
    const bool outdated = (key == "ts" && !says(column, value, fields.time)) ||
                          (key == "dur" && fields.duration >= 0 && !says(column, value, fields.duration));
    if (outdated) {
        json.key(key);
        json.microseconds(key == "ts" ? fields.time : fields.duration);
    } else if (!rankedId(json, fields, column, value)) {
        member(json, column, value);
    }
}

// A time that the model cannot hold as it is written is kept as a text. Since then the event may have been cut or moved to
// another clock. What is no number, or stands in brackets, the model has no time for.
bool ChromeEvent::says(const ArgColumn& column, const ArgValue& value, TimeNs time) const {
    TimeNs written = 0;
    const bool isTime =
        column.form != ArgColumn::Form::Raw && json::parseAnyTime(argText(value, trace_.strings()), written);
    return !isTime || written == time || (written < 0 && time == 0);
}

// Ranks number their arrows alike, so their ids are told apart where several are written into one file.
bool ChromeEvent::rankedId(JsonWriter& json, const Fields& fields, const ArgColumn& column,
                           const ArgValue& value) const {
    const std::string_view key = trace_.text(column.key);
    if (ranks_.empty() || (key != "id" && key != "bind_id") || !hasId(fields.phase) ||
        fields.track.value >= trace_.tracks().size()) {
        return false;
    }
    const std::int64_t rank = trace_.processes()[trace_.tracks()[fields.track.value].process.value].rank;
    const auto place = std::ranges::lower_bound(ranks_, rank);
    if (place == ranks_.end() || *place != rank) {
        return false;
    }
    const auto count = static_cast<std::int64_t>(ranks_.size());
    json.key(key);
    if (value.type == ArgValue::Type::Integer && ArgValue::fitsInteger(value.integer) &&
        std::abs(value.integer) < (std::int64_t{1} << 61) / count) {
        json.raw(std::to_string(value.integer * count + (place - ranks_.begin())));
    } else {
        json.stored("rank " + std::to_string(rank) + ": " + argText(value, trace_.strings()));
    }
    return true;
}

bool ChromeEvent::arguments(JsonWriter& json, const Segment& segment, std::uint32_t index) const {
    return object(json, segment.layout[index], segment.row[index]);
}

std::string_view ChromeEvent::category(const Segment& segment, std::uint32_t index) const {
    const ArgLayout* layout = trace_.args().layout(segment.layout[index]);
    return layout == nullptr ? kinetoCategory(segment.kind[index]) : trace_.text(layout->category);
}

bool ChromeEvent::object(JsonWriter& json, LayoutId layout, std::uint32_t row, std::string_view key) const {
    bool any = false;
    columns(layout, row, false, [&](const ArgColumn& column, const ArgValue& value) {
        if (!any && !key.empty()) {
            json.key(key);
        }
        if (!std::exchange(any, true)) {
            json.beginObject();
        }
        member(json, column, value);
    });
    if (any) {
        json.endObject();
    }
    return any;
}

template<class Visit>
void ChromeEvent::columns(LayoutId id, std::uint32_t row, bool topLevel, const Visit& visit) const {
    const ArgLayout* layout = trace_.args().layout(id);
    for (std::uint32_t c = 0; layout != nullptr && c < layout->columns.size(); ++c) {
        const ArgColumn& column = layout->columns[c];
        const bool absent = column.form == ArgColumn::Form::Constant && trace_.text(column.constant).empty();
        if (column.topLevel != topLevel || absent) {
            continue;
        }
        if (const auto value = trace_.args().value(id, row, c)) {
            visit(column, *value);
        }
    }
}

void ChromeEvent::member(JsonWriter& json, const ArgColumn& column, const ArgValue& value) const {
    if (value.type == ArgValue::Type::Stack) {
        json.field("Call stack", callStack(trace_, StackId(value.id)));
        return;
    }
    json.storedKey(trace_.text(column.key));
    if (value.type != ArgValue::Type::Text) {
        json.raw(argText(value, trace_.strings()));
    } else if (column.form == ArgColumn::Form::String) {
        json.stored(trace_.text(StringId(value.id)));
    } else {
        json.raw(trace_.text(StringId(value.id)));
    }
}

} // namespace lanes
