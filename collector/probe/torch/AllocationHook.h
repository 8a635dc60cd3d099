// Records what torch's allocators report to its own profiler, at the call. Every library calls two functions of
// libc10 through its global offset table; those slots are redirected to the probe. torch.profiler continues to work.
#pragma once

#include "collector/probe/RecordSource.h"

namespace lanes::probe {

// The source of memory events. Starting needs the path of libc10, which must be loaded already.
extern const RecordSource kAllocationSource;
// Redirects the slots of libraries with allocators that were loaded after the source was started.
void hookLateAllocators();

} // namespace lanes::probe
