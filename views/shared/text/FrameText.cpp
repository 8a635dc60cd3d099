#include "views/shared/text/FrameText.h"

#include "model/analysis/operators/CallContext.h"
#include "model/analysis/operators/PythonFrames.h"
#include "views/shared/text/Text.h"

namespace lanes {

FrameText frameText(std::string_view text) {
    if (text.starts_with(CallContext::kModulePrefix)) {
        return {.function = toQString(text.substr(CallContext::kModulePrefix.size())), .module = true};
    }
    const PythonFrame frame = parseFrame(text);
    return {.function = toQString(frame.function),
            .place = toQString(placeOf(frame)),
            .library = isOfLibrary(frame)};
}

} // namespace lanes
