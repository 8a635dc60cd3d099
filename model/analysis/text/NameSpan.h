// Finds the time span of the events of one name.
#pragma once

#include "model/trace/Trace.h"

#include <stop_token>

namespace lanes {

// From the first start to the last end; empty if there are none, or if asked to stop. O(slices).
[[nodiscard]] TimeRange spanOfName(const Trace& trace, StringId name, const std::stop_token& stop);

} // namespace lanes
