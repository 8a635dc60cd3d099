#include "model/io/export/ChromeEvent.h"

#include "model/io/json/JsonNumber.h"
#include "model/trace/args/JsonText.h"

#include <algorithm>

namespace lanes {

namespace {

void appendString(std::string& out, std::string_view inside) {
    out.push_back('"');
    // Almost no text needs it, and escaping copies.
    const bool clean =
        std::ranges::none_of(inside, [](char c) { return static_cast<unsigned char>(c) < ' '; });
    if (clean) {
        out += inside;
    } else {
        out += escapeControls(inside);
    }
    out.push_back('"');
}

void appendPlace(std::string& out, std::string_view key) {
    if (json::isPlainInteger(key)) {
        out += key;
    } else {
        appendString(out, key);
    }
}

std::string_view categoryOf(EventKind kind) {
    switch (kind) {
    case EventKind::Operator:
        return "cpu_op";
    case EventKind::UserRange:
        return "user_annotation";
    case EventKind::PythonFunction:
    case EventKind::GarbageCollection:
        return "python_function";
    case EventKind::Runtime:
        return "cuda_runtime";
    case EventKind::Kernel:
        return "kernel";
    case EventKind::Memcpy:
        return "gpu_memcpy";
    case EventKind::Memset:
        return "gpu_memset";
    case EventKind::DeviceSync:
        return "cuda_sync";
    case EventKind::DeviceRange:
        return "gpu_user_annotation";
    case EventKind::Overhead:
        return "overhead";
    case EventKind::Communication:
    case EventKind::Other:
        break;
    }
    return {};
}

bool isBegin(char phase) {
    return phase == 'B' || phase == 'b';
}

// Frames innermost first, as torch writes "Call stack".
std::string callStack(const Trace& trace, StackId stack) {
    std::string text;
    for (const Frame& frame : trace.stacks().frames(stack)) {
        text += std::string(trace.text(frame.file)) + "(" + std::to_string(frame.line) +
                "): " + std::string(trace.text(frame.function)) + ";";
    }
    return text;
}

} // namespace

void appendMicroseconds(std::string& out, TimeNs time) {
    if (time < 0) {
        out.push_back('-');
    }
    const auto nanos = time < 0 ? 0 - static_cast<std::uint64_t>(time) : static_cast<std::uint64_t>(time);
    const std::string fraction = std::to_string(nanos % 1000);
    out += std::to_string(nanos / 1000);
    out.push_back('.');
    out.append(3 - fraction.size(), '0');
    out += fraction;
}

void ChromeEvent::slice(std::string& out, const Segment& segment, std::uint32_t index) {
    Fields fields;
    const ArgLayout* layout = trace_.args().layout(segment.layout[index]);
    fields.phase = layout != nullptr ? layout->phase : 'X';
    fields.name = segment.name[index];
    fields.track = segment.track;
    fields.time = segment.start[index];
    fields.duration = isBegin(fields.phase) ? -1 : segment.duration[index];
    fields.layout = segment.layout[index];
    fields.row = segment.row[index];
    fields.category = categoryOf(segment.kind[index]);
    event(out, fields);
}

void ChromeEvent::point(std::string& out, std::uint32_t index) {
    const PointTable& points = trace_.points();
    const ArgLayout* layout = trace_.args().layout(points.layout[index]);
    Fields fields;
    fields.phase = layout != nullptr ? layout->phase : 'i';
    fields.name = points.name[index];
    fields.track = points.track[index];
    fields.time = points.time[index];
    fields.layout = points.layout[index];
    fields.row = points.row[index];
    event(out, fields);
}

// Has the layout a column with the value as the file had it, in place of what the model holds?
bool ChromeEvent::keeps(const ArgLayout* layout, std::string_view key) const {
    return layout != nullptr && std::ranges::any_of(layout->columns, [&](const ArgColumn& c) {
               return c.topLevel && trace_.text(c.key) == key;
           });
}

void ChromeEvent::event(std::string& out, const Fields& fields) {
    const ArgLayout* layout = trace_.args().layout(fields.layout);
    const bool placed = fields.track.value < trace_.tracks().size();
    const Track track = placed ? trace_.tracks()[fields.track.value] : Track();
    out += '{';
    if (!keeps(layout, "ph") && fields.phase != 0) {
        out += "\"ph\": \"";
        out.push_back(fields.phase);
        out += "\", ";
    }
    if (layout != nullptr ? layout->category.valid() : !fields.category.empty()) {
        out += "\"cat\": ";
        appendString(out, layout != nullptr ? trace_.text(layout->category) : fields.category);
        out += ", ";
    }
    if (!keeps(layout, "name")) {
        out += "\"name\": \"";
        out += escapeJson(trace_.text(fields.name));
        out += "\", ";
    }
    if (!keeps(layout, "pid")) {
        out += "\"pid\": ";
        appendPlace(out, placed ? trace_.processes()[track.process.value].key : std::string());
        out += ", ";
    }
    if (!keeps(layout, "tid")) {
        out += "\"tid\": ";
        appendPlace(out, track.key);
        out += ", ";
    }
    if (!keeps(layout, "ts")) {
        out += "\"ts\": ";
        appendMicroseconds(out, fields.time);
        out += ", ";
    }
    if (fields.duration >= 0 && !keeps(layout, "dur")) {
        out += "\"dur\": ";
        appendMicroseconds(out, fields.duration);
        out += ", ";
    }
    columns(out, fields.layout, fields.row, true);
    const std::size_t before = out.size();
    out += "\"args\": ";
    if (!object(out, fields.layout, fields.row)) {
        out.resize(before);
    }
    if (out.ends_with(", ")) {
        out.resize(out.size() - 2);
    }
    out += '}';
}

bool ChromeEvent::arguments(std::string& out, const Segment& segment, std::uint32_t index) const {
    return object(out, segment.layout[index], segment.row[index]);
}

std::string_view ChromeEvent::category(const Segment& segment, std::uint32_t index) const {
    const ArgLayout* layout = trace_.args().layout(segment.layout[index]);
    return layout == nullptr ? categoryOf(segment.kind[index]) : trace_.text(layout->category);
}

bool ChromeEvent::object(std::string& out, LayoutId layout, std::uint32_t row) const {
    const std::size_t before = out.size();
    out += '{';
    if (!columns(out, layout, row, false)) {
        out.resize(before);
        return false;
    }
    out.resize(out.size() - 2);
    out += '}';
    return true;
}

bool ChromeEvent::columns(std::string& out, LayoutId id, std::uint32_t row, bool topLevel) const {
    const ArgLayout* layout = trace_.args().layout(id);
    bool any = false;
    for (std::uint32_t c = 0; layout != nullptr && c < layout->columns.size(); ++c) {
        const ArgColumn& column = layout->columns[c];
        const auto v = trace_.args().value(id, row, c);
        const bool absent = column.form == ArgColumn::Form::Constant && trace_.text(column.constant).empty();
        if (column.topLevel != topLevel || !v || absent) {
            continue;
        }
        any = true;
        if (v->type == ArgValue::Type::Stack) {
            out += "\"Call stack\": \"" + escapeJson(callStack(trace_, StackId(v->id))) + "\", ";
            continue;
        }
        appendString(out, trace_.text(column.key));
        out += ": ";
        value(out, column, *v);
        out += ", ";
    }
    return any;
}

void ChromeEvent::value(std::string& out, const ArgColumn& column, const ArgValue& value) const {
    if (value.type == ArgValue::Type::Text) {
        const std::string_view text = trace_.text(StringId(value.id));
        if (column.form == ArgColumn::Form::String) {
            appendString(out, text);
        } else {
            out += text;
        }
        return;
    }
    out += argText(value, trace_.strings());
}

} // namespace lanes
