// The frames of a Python stack, taken apart.
#pragma once

#include "model/analysis/operators/EventOrigin.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

struct PythonFrame {
    std::string function;
    std::string file;      // may be empty: built-in functions
    std::int32_t line = 0; // 0 not known
    std::string module;    // the nn.Module whose call this is ("Attention_1"), or empty
    friend bool operator==(const PythonFrame&, const PythonFrame&) = default;
};

// Innermost first, at most a thousand. What is a call of a module becomes the `module` of the frame inside it.
[[nodiscard]] std::vector<PythonFrame> framesOf(const PythonStack& stack);

// "linear.py:125", the file without its folders; empty without a file.
[[nodiscard]] std::string placeOf(const PythonFrame& frame);
// Whether the code is torch's or Python's own rather than the program's.
[[nodiscard]] bool isOfLibrary(const PythonFrame& frame);

// "train.py(27): forward" as Kineto writes a frame. Other texts become a function without a file.
[[nodiscard]] PythonFrame parseFrame(std::string_view text);

} // namespace lanes
