// Splits the frames of a Python stack into their parts.
#pragma once

#include "model/analysis/operators/EventOrigin.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

struct PythonFrame {
    std::string function;
    std::string file;      // empty for built-in functions
    std::int32_t line = 0; // 0 not known
    std::string module;    // the nn.Module that this frame is a call of ("Attention_1"), or empty
    friend bool operator==(const PythonFrame&, const PythonFrame&) = default;
};

// Innermost first, at most a thousand. A frame for a module's call becomes the `module` of the frame inside it.
[[nodiscard]] std::vector<PythonFrame> framesOf(const PythonStack& stack);

// "linear.py:125", the file without its folders; empty without a file.
[[nodiscard]] std::string placeOf(const PythonFrame& frame);
// True if the code is torch's or Python's own rather than the program's.
[[nodiscard]] bool isOfLibrary(const PythonFrame& frame);

// Parses "train.py(27): forward", a frame as Kineto writes it. Other texts become a function without a file.
[[nodiscard]] PythonFrame parseFrame(std::string_view text);

} // namespace lanes
