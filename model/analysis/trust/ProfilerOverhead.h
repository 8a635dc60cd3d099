// What the profiler took of the program's time, as it says itself.
#pragma once

#include "model/base/Time.h"
#include "model/trace/Trace.h"

#include <optional>

namespace lanes {

// Nothing: it recorded none of its overhead. Code that the driver loads and full queues, which CUPTI records beside its
// own, are the program's. O(slices).
[[nodiscard]] std::optional<TimeNs> profilerOverhead(const Trace& trace);

} // namespace lanes
