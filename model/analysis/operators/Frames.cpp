#include "model/analysis/operators/Frames.h"

namespace lanes {

std::string textOfFrame(const Trace& trace, const Frame& frame) {
    return std::string(trace.text(frame.file)) + "(" + std::to_string(frame.line) +
           "): " + std::string(trace.text(frame.function));
}

std::string_view moduleOfFrame(const Trace& trace, const Frame& frame) {
    if (frame.module.valid()) {
        return trace.text(frame.module);
    }
    constexpr std::string_view kForward = ".forward";
    std::string_view name = trace.text(frame.function);
    if (!name.ends_with(kForward)) {
        return {};
    }
    name.remove_suffix(kForward.size());
    const std::size_t dot = name.rfind('.');
    return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

} // namespace lanes
