#include "app/cli/tables/EventOutput.h"

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

} // namespace

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

} // namespace lanes::cli
