// When a thread did not run, as far as its recording tells: of our captures, which have the states of threads, or only count what
// the kernel says of a process and CPUs.
#pragma once

#include "model/analysis/gaps/HostTimeline.h"
#include "model/trace/Trace.h"

#include <vector>

namespace lanes {

// By time and apart, each with the state that shows it, where states were recorded and what the thread did does not contradict
// them; else the periods in which no thread of its process ran. O(slices and states of the thread + tracks + samples).
[[nodiscard]] std::vector<HostMark> timesOffCpu(const Trace& trace, TrackId thread);

} // namespace lanes
