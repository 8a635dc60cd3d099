// A Python frame as Kineto writes it, taken apart for people: "torch/nn/modules/linear.py(125): forward".
#pragma once

#include <QString>

#include <string_view>

namespace lanes {

struct FrameText {
    QString function;    // "forward"; the whole text where it is no frame; a module's name without its prefix
    QString place;       // "linear.py:125"; empty: none
    bool module = false; // the call of an nn.Module
    bool library = false; // of torch or Python itself rather than the program
};

// O(length).
[[nodiscard]] FrameText frameText(std::string_view text);

} // namespace lanes
