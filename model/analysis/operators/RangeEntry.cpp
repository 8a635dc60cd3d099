#include "model/analysis/operators/RangeEntry.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lanes {

namespace {

// File and function of "file(line): function"; the whole text as file where it has another form.
std::pair<std::string_view, std::string_view> parts(std::string_view frame) {
    const std::size_t close = frame.rfind("): ");
    const std::size_t open = frame.rfind('(', close);
    if (close == std::string_view::npos || open == std::string_view::npos) {
        return {frame, {}};
    }
    return {frame.substr(0, open), frame.substr(close + 3)};
}

} // namespace

bool isRangeEntry(std::string_view frame) {
    constexpr auto kFiles = std::to_array<std::string_view>({"torch/autograd/profiler.py", "torch/_ops.py"});
    const std::string_view file = parts(frame).first;
    return std::ranges::any_of(kFiles, [&](std::string_view own) { return file.ends_with(own); });
}

bool isSameFunction(std::string_view a, std::string_view b) {
    return a == b || parts(a) == parts(b);
}

} // namespace lanes
