// The Python frames that led to an event, whichever way its trace recorded them.
#pragma once

#include "model/trace/Trace.h"

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

// Innermost first; empty when none was recorded. Looks, in this order, for a recorded stack, for "Call stack" texts
// and for the Python functions around the event. O(depth).
[[nodiscard]] std::vector<PythonFrame> pythonFramesOf(const Trace& trace, SliceId slice);

// "train.py(27): forward" as Kineto writes a frame. Other texts become a function without a file.
[[nodiscard]] PythonFrame parseFrame(std::string_view text);

} // namespace lanes
