// Which frames of a recorded stack are within a module's call that the capture has named.
#pragma once

#include "model/trace/Trace.h"

#include <string_view>

namespace lanes {

// Whether the call of a module that is innermost around a frame has a name of its own ("GPT.layers.3.attn (Attention)"): its
// methods are that module's then, whatever class they are of. O(frames up to that call).
[[nodiscard]] bool isInNamedCall(const Trace& trace, StackId frame);

// moduleOfFrame() of a node of the stacks; none of a frame whose class only says what a named call around it says better.
[[nodiscard]] std::string_view moduleOfStack(const Trace& trace, StackId innermost);

} // namespace lanes
