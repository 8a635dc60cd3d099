// Cuts a range out of a session, as a session of its own: to be kept or sent without the rest.
#pragma once

#include "model/base/Time.h"
#include "model/trace/Trace.h"

#include <memory>
#include <stop_token>

namespace lanes {

// Keeps the slices that reach into `range`, cut at its borders; the diagnostics count those that were cut. Keeps points,
// memory events and samples within it, all points without a time, and links with both ends left. The result has ids of
// its own. Times stay; texts, stacks and arguments are shared. Null if asked to stop. O(size of the trace) + O(n log n)
// of what is left.
[[nodiscard]] std::shared_ptr<const Trace> cutTrace(const Trace& trace, TimeRange range,
                                                    const std::stop_token& stop = {});

} // namespace lanes
