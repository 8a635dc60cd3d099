// Sessions of any size, made up: a training with idle phases, threads of nested functions, operators and runtime
// calls, streams of kernels, and lone nanoseconds. The same number of slices gives the same session.
#pragma once

#include "model/trace/Trace.h"

#include <cstdint>
#include <memory>

namespace lanes::test {

// About `slices` slices on some 40 lanes with some 17 000 names. O(slices).
[[nodiscard]] std::shared_ptr<const Trace> generatedTrace(std::uint64_t slices);

} // namespace lanes::test
