// An operator of a session as a Python script that runs it alone.
#pragma once

#include "model/trace/Trace.h"

#include <string>
#include <string_view>

namespace lanes {

// True if a script can call the slice: it is an operator of a library of torch ("aten::mm") with recorded inputs.
// O(arguments).
[[nodiscard]] bool isReproducible(const Trace& trace, SliceId slice);

// A script for Python with torch 1.13 or later. It calls the operator with tensors of the recorded shapes, strides and
// types, and with the recorded scalars. It then compares the result with float64 on the CPU, and prints the median time
// of 20 calls. Values of tensors are random, since sessions do not hold them. `op` must be reproducible; `source` names
// the session. O(arguments).
[[nodiscard]] std::string reproducerOf(const Trace& trace, SliceId op, std::string_view source);

} // namespace lanes
