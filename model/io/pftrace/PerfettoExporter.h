// A Trace as a .pftrace, for Perfetto's window and whoever else reads it.
#pragma once

#include "model/base/Result.h"
#include "model/trace/Trace.h"

#include <string>

namespace lanes {

// Slices, instants, arrows as flows, counters, allocations and arguments. What overlaps on a row without lying inside of another
// stands on a sibling track of the same name. Times count from the first one where that is below 0. Gzip when the path ends in ".gz".
[[nodiscard]] Result<void> exportPerfettoTrace(const Trace& trace, const std::string& path);

} // namespace lanes
