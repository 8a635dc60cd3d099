// Finds frames of a recorded stack that lie within a module's call that the capture has named.
#pragma once

#include "model/trace/Trace.h"

#include <string_view>

namespace lanes {

// True if the innermost call of a module around a frame has a name of its own ("GPT.layers.3.attn (Attention)"). Its
// methods then belong to that module, whatever their class. O(frames up to that call).
[[nodiscard]] bool isInNamedCall(const Trace& trace, StackId frame);

// moduleOfFrame() for a node of the stacks. None for a frame that has only a class, if a named call around it is more
// precise.
[[nodiscard]] std::string_view moduleOfStack(const Trace& trace, StackId innermost);

} // namespace lanes
