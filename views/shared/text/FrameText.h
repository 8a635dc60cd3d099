// Splits a Python frame as written by Kineto into parts for people: "torch/nn/modules/linear.py(125): forward".
#pragma once

#include <QString>

#include <string_view>

namespace lanes {

struct FrameText {
    // "forward", or a module's name without its prefix, or the whole text if it is no frame. For "<built-in method add of type
    // object at 0x7f>" it is "add", because the address differs in each run.
    QString function;
    QString place;        // "linear.py:125", "built-in"; empty: none
    bool module = false;  // a call of an nn.Module
    bool library = false; // part of torch or Python itself, not of the program
};

// O(length).
[[nodiscard]] FrameText frameText(std::string_view text);

} // namespace lanes
