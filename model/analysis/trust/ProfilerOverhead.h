// The profiler's share of the program's time, as it recorded it.
#pragma once

#include "model/base/Time.h"
#include "model/trace/Trace.h"

#include <optional>

namespace lanes {

// Nothing if it recorded no overhead. CUPTI also records code that the driver loads, and full queues; these belong to the
// program. O(slices).
[[nodiscard]] std::optional<TimeNs> profilerOverhead(const Trace& trace);

} // namespace lanes
