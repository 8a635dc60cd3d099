#include "views/shared/text/FrameText.h"

#include "model/analysis/operators/CallContext.h"
#include "model/analysis/operators/PythonFrames.h"
#include "views/shared/text/Text.h"

namespace lanes {

namespace {

// Of "<built-in function linear>", "<built-in method add of type object at 0x...>"; empty: it is something else.
std::string_view builtInName(std::string_view text) {
    constexpr std::string_view kBuiltIn = "<built-in ";
    if (!text.starts_with(kBuiltIn)) {
        return {};
    }
    text.remove_prefix(kBuiltIn.size());
    const std::size_t space = text.find(' ');
    if (space == std::string_view::npos) {
        return {};
    }
    text.remove_prefix(space + 1);
    return text.substr(0, text.find_first_of(" >"));
}

} // namespace

FrameText frameText(std::string_view text) {
    if (text.starts_with(CallContext::kModulePrefix)) {
        return {.function = toQString(text.substr(CallContext::kModulePrefix.size())), .module = true};
    }
    if (const std::string_view function = builtInName(text); !function.empty()) {
        return {.function = toQString(function), .place = QStringLiteral("built-in"), .library = true};
    }
    const PythonFrame frame = parseFrame(text);
    return {.function = toQString(frame.function),
            .place = toQString(placeOf(frame)),
            .library = isOfLibrary(frame)};
}

} // namespace lanes
