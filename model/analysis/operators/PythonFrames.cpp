#include "model/analysis/operators/PythonFrames.h"

#include "model/analysis/operators/Frames.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace lanes {
namespace {

constexpr std::size_t kMaxFrames = 1000;

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

std::string placeOf(const PythonFrame& frame) {
    const std::size_t slash = frame.file.rfind('/');
    return frame.file.empty() ? std::string()
                              : frame.file.substr(slash == std::string::npos ? 0 : slash + 1) + ':' +
                                    std::to_string(frame.line);
}

bool isOfLibrary(const PythonFrame& frame) {
    static constexpr std::array<std::string_view, 5> kFolders{"torch/", "<", "threading", "multiprocessing/",
                                                              "contextlib"};
    if (frame.file.empty()) {
        return frame.function.starts_with('<'); // "<built-in method mm of ...>"
    }
    return frame.file.find("-packages/torch/") != std::string::npos ||
           std::ranges::any_of(kFolders,
                               [&](std::string_view folder) { return frame.file.starts_with(folder); });
}

std::vector<PythonFrame> framesOf(const PythonStack& stack) {
    std::vector<PythonFrame> frames;
    for (const StackLine& line : stack.lines) {
        addFrame(frames, line.text);
    }
    return frames;
}

} // namespace lanes
