// When a process did not run at all, as far as its recording tells: of our captures, which count what the kernel says of CPUs.
#pragma once

#include "model/analysis/time/IntervalSet.h"
#include "model/trace/Trace.h"

#include <map>

namespace lanes {

// Of each process that was recorded with its share of CPUs: the periods in which none of its threads ran. O(samples).
[[nodiscard]] std::map<ProcessId, IntervalSet> timesOffCpu(const Trace& trace);

} // namespace lanes
