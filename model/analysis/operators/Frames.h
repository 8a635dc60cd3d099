// Frames of Python code as text, and the modules that they are calls of: said once, for recorded stacks.
#pragma once

#include "model/trace/Trace.h"

#include <string>
#include <string_view>

namespace lanes {

// Before the name of a module, where a stack or a slice names one.
inline constexpr std::string_view kModulePrefix = "nn.Module: ";

// "train.py(27): forward".
[[nodiscard]] std::string textOfFrame(const Trace& trace, const Frame& frame);

// The module whose call a frame is, without prefix; empty for none. As recorded, else by its class, as only nn.Modules have a
// method "forward" that operators are called from: "Linear.forward" is a Linear.
[[nodiscard]] std::string_view moduleOfFrame(const Trace& trace, const Frame& frame);

} // namespace lanes
