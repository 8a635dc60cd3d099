// A Python frame as Kineto writes it, taken apart for people: "torch/nn/modules/linear.py(125): forward".
#pragma once

#include <QString>

#include <string_view>

namespace lanes {

struct FrameText {
    // "forward"; "add" of "<built-in method add of type object at 0x7f>", whose object has another address in each run; a module's
    // name without its prefix; the whole text where it is no frame.
    QString function;
    QString place;        // "linear.py:125", "built-in"; empty: none
    bool module = false;  // the call of an nn.Module
    bool library = false; // of torch or Python itself rather than the program
};

// O(length).
[[nodiscard]] FrameText frameText(std::string_view text);

} // namespace lanes
