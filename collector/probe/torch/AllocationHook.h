// What torch's allocators report to its own profiler, taken at the call: every library calls two functions of
// libc10 through its global offset table, whose slots are pointed to us. torch.profiler goes on to work.
#pragma once

#include "collector/probe/RecordSource.h"

namespace lanes::probe {

// Starting needs the path of libc10, loaded already.
extern const RecordSource kAllocationSource;
// Libraries with allocators may have been loaded since the source was started.
void hookLateAllocators();

} // namespace lanes::probe
