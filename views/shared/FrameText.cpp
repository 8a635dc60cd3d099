#include "views/shared/FrameText.h"

#include "model/analysis/operators/CallContext.h"
#include "views/shared/Text.h"

#include <algorithm>
#include <array>

namespace lanes {
namespace {

bool ofLibrary(std::string_view file) {
    static constexpr std::array<std::string_view, 5> kFolders{"torch/", "<", "threading", "multiprocessing/",
                                                              "contextlib"};
    return file.find("site-packages/torch/") != std::string_view::npos ||
           std::ranges::any_of(kFolders,
                               [file](std::string_view folder) { return file.starts_with(folder); });
}

} // namespace

FrameText frameText(std::string_view text) {
    FrameText frame;
    if (text.starts_with(CallContext::kModulePrefix)) {
        frame.module = true;
        frame.function = toQString(text.substr(CallContext::kModulePrefix.size()));
        return frame;
    }
    const std::size_t close = text.rfind("): ");
    const std::size_t open = close == std::string_view::npos ? close : text.rfind('(', close);
    if (open == std::string_view::npos) {
        frame.function = toQString(text);
        frame.library = text.starts_with('<');
        return frame;
    }
    const std::string_view file = text.substr(0, open);
    const std::size_t slash = file.rfind('/');
    frame.function = toQString(text.substr(close + 3));
    frame.place = toQString(slash == std::string_view::npos ? file : file.substr(slash + 1)) +
                  QLatin1Char(':') + toQString(text.substr(open + 1, close - open - 1));
    frame.library = ofLibrary(file);
    return frame;
}

} // namespace lanes
