// What torch's allocators report to its own profiler, taken at the call: every library calls two functions of
// libc10 through its global offset table, whose slots are pointed to us. torch.profiler goes on to work.
#pragma once

#include <string>

namespace lanes::probe {

// `path`: of libc10, loaded already. Returns an empty string or why not. May be called again when libraries
// have been loaded since.
[[nodiscard]] std::string hookAllocations(const char* path);
// Events are recorded from now on, or not.
void recordAllocations(bool on);

} // namespace lanes::probe
