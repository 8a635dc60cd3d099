// Converts frames of recorded Python stacks to text, and finds the modules that they are calls of.
#pragma once

#include "model/trace/Trace.h"

#include <string>
#include <string_view>

namespace lanes {

// Prefix of a module's name in a stack or a slice.
inline constexpr std::string_view kModulePrefix = "nn.Module: ";

// "train.py(27): forward".
[[nodiscard]] std::string textOfFrame(const Trace& trace, const Frame& frame);

// The module whose call a frame is, without prefix; empty for none. As recorded; otherwise by its class, as only
// nn.Modules have a method "forward" that operators are called from. "Linear.forward" is a Linear.
[[nodiscard]] std::string_view moduleOfFrame(const Trace& trace, const Frame& frame);

} // namespace lanes
