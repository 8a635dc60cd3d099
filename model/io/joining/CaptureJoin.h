// Traces in which graphs were captured, joined to one in which they are replayed: each replayed kernel gets the operator that was
// captured, with its shapes and the Python code around it. Serving engines write the two apart.
#pragma once

#include "model/trace/Trace.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace lanes {

// Tells whether one trace replays graphs that each of the others captured, judged by their kernels. O(slices log slices).
[[nodiscard]] bool areCapturesOfOne(const std::vector<std::shared_ptr<const Trace>>& traces,
                                    const std::stop_token& stop = {});

// The trace of the replays with what was captured in the others: the slices of the captures and around them, moved to directly before
// its begin, on threads of their own. Each captured operator has an arrow (LinkKind::Captured) to what replays of it ran. The
// diagnostics count the work that could not be matched. Null where the traces are no such ones, or if asked to stop.
//
// A replay is of a capture with the same kernels in the same order; where the file names no kernels of captures (CUDA), of one
// with as many. Sizes of ranges ("capture_8192", "execute_8192") tell captures apart. Captures that are alike are taken in turn; where
// they name another operator or other shapes for a kernel, the kernel is left without.
[[nodiscard]] std::shared_ptr<const Trace>
joinCaptures(const std::vector<std::shared_ptr<const Trace>>& traces, const std::stop_token& stop = {});

} // namespace lanes
