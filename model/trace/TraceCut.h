// What a session holds of a range, as a session of its own: to be kept or sent without the rest.
#pragma once

#include "model/base/Time.h"
#include "model/trace/Trace.h"

#include <memory>
#include <stop_token>

namespace lanes {

// Slices that reach into `range`, cut where they reach beyond it, which its diagnostics count; points, memory events and
// samples within it, and of those without a time all; links of which both ends are left. It has ids of its own; times stay,
// and texts, stacks and arguments are shared. Null if asked to stop. O(what the trace holds) + O(n log n) of what is left.
[[nodiscard]] std::shared_ptr<const Trace> cutTrace(const Trace& trace, TimeRange range,
                                                    const std::stop_token& stop = {});

} // namespace lanes
