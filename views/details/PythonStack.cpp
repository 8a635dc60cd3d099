#include "views/details/PythonStack.h"

#include "views/details/ArgTree.h"

#include <charconv>
#include <optional>

namespace lanes {
namespace {

constexpr std::size_t kMaxFrames = 1000;
constexpr std::string_view kModulePrefix = "nn.Module: ";

// A call of a module is recorded as a frame of its own; it says whose the frame inside it is.
void addFrame(std::vector<PythonFrame>& frames, std::string_view text) {
    if (text.empty() || frames.size() >= kMaxFrames) {
        return;
    }
    if (text.starts_with(kModulePrefix)) {
        if (!frames.empty() && frames.back().module.empty()) {
            frames.back().module = std::string(text.substr(kModulePrefix.size()));
        }
        return;
    }
    frames.push_back(parseFrame(text));
}

std::vector<PythonFrame> recordedStack(const Trace& trace, StackId stack) {
    std::vector<PythonFrame> frames;
    for (const Frame& frame : trace.stacks().frames(stack)) {
        frames.push_back({std::string(trace.text(frame.function)), std::string(trace.text(frame.file)),
                          frame.line, std::string(trace.text(frame.module))});
    }
    return frames;
}

std::optional<StackId> stackArgument(const Trace& trace, const Trace::Slice& slice) {
    const ArgLayout* layout = trace.args().layout(slice.layout);
    const std::size_t columns = layout ? layout->columns.size() : 0;
    for (std::uint32_t column = 0; column < columns; ++column) {
        const auto value = trace.args().value(slice.layout, slice.row, column);
        if (value && value->type == ArgValue::Type::Stack && StackId(value->id).valid()) {
            return StackId(value->id);
        }
    }
    return std::nullopt;
}

std::vector<PythonFrame> callStackText(const Trace& trace, SliceId slice) {
    std::vector<PythonFrame> frames;
    const auto value = trace.arg(slice, "Call stack");
    if (!value || value->type != ArgValue::Type::Text) {
        return frames;
    }
    const std::string text = unescapeJson(trace.text(StringId(value->id)));
    std::string_view rest = text;
    while (!rest.empty()) {
        const auto end = std::min(rest.find(';'), rest.size());
        addFrame(frames, rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return frames;
}

std::vector<PythonFrame> functionsAround(const Trace& trace, SliceId slice) {
    std::vector<PythonFrame> frames;
    for (SliceId at = slice; at.valid() && frames.size() < kMaxFrames; at = trace.slice(at).parent) {
        const Trace::Slice around = trace.slice(at);
        if (around.kind == EventKind::PythonFunction) {
            addFrame(frames, trace.text(around.name));
        }
    }
    return frames;
}

} // namespace

PythonFrame parseFrame(std::string_view text) {
    const auto close = text.find("): ");
    const auto open = close == std::string_view::npos ? close : text.rfind('(', close);
    PythonFrame frame;
    if (open == std::string_view::npos) {
        frame.function = std::string(text);
        return frame;
    }
    const std::string_view digits = text.substr(open + 1, close - open - 1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), frame.line);
    if (error != std::errc() || end != digits.data() + digits.size()) {
        return {std::string(text), {}, 0, {}};
    }
    frame.file = std::string(text.substr(0, open));
    frame.function = std::string(text.substr(close + 3));
    return frame;
}

std::vector<PythonFrame> pythonFramesOf(const Trace& trace, SliceId slice) {
    if (const auto stack = stackArgument(trace, trace.slice(slice))) {
        return recordedStack(trace, *stack);
    }
    auto frames = callStackText(trace, slice);
    return frames.empty() ? functionsAround(trace, slice) : frames;
}

} // namespace lanes
