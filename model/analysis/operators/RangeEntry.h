// The frames of torch that open a record_function range. They are the innermost frames of the range's stack, but not the
// origin of the range.
#pragma once

#include <string_view>

namespace lanes {

// True if `frame`, "file(line): function", is torch's own entry to a range: record_function.__enter__ in
// torch/autograd/profiler.py calls an operator through torch/_ops.py (torch 1.13 to 2.15).
[[nodiscard]] bool isRangeEntry(std::string_view frame);

// True if two frames, "file(line): function", are the same function of the same file, maybe at different lines. The line
// that opens a range and the line inside it that calls an operator belong to one call of their function.
[[nodiscard]] bool isSameFunction(std::string_view a, std::string_view b);

} // namespace lanes
