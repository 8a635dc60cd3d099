// The frames of torch that open a record_function range: the innermost of the range's stack, and nobody's answer to the
// question where the range comes from.
#pragma once

#include <string_view>

namespace lanes {

// Whether `frame`, "file(line): function", is torch's own way into a range: record_function.__enter__ in
// torch/autograd/profiler.py calls an operator through torch/_ops.py (torch 1.13 to 2.15).
[[nodiscard]] bool isRangeEntry(std::string_view frame);

// Whether two frames, "file(line): function", are the same function of the same file, maybe at different lines: the
// line that opens a range and the line that calls an operator inside of it are one call of their function.
[[nodiscard]] bool isSameFunction(std::string_view a, std::string_view b);

} // namespace lanes
