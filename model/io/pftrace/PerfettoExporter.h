// Writes a Trace as a .pftrace, for Perfetto's window and other readers.
#pragma once

#include "model/base/Result.h"
#include "model/trace/Trace.h"

#include <string>

namespace lanes {

// Writes slices, instants, arrows as flows, counters, allocations and arguments. Slices that overlap on a row without
// nesting go to a sibling track of the same name. Times count from the first one if that is below 0. Uses gzip if the
// path ends in ".gz".
[[nodiscard]] Result<void> exportPerfettoTrace(const Trace& trace, const std::string& path);

} // namespace lanes
