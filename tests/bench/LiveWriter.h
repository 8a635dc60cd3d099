// A recording that goes on: a session that another process writes at a steady rate, as a recorder does.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace lanes::bench {

// Begins to write a session of about so many events a second into `path` and returns; one process, until endLive() or
// until this process ends. Events are operators in modules below Python functions, runtime calls with their kernels and
// arrows, allocations and a counter; their times are CLOCK_MONOTONIC, so that whoever reads knows how old the newest is.
// The recording began so many seconds ago: what was until now stands in the file when this returns, as if it had been
// written as it came. Before the first thread of this process. `fail`s where it cannot.
[[nodiscard]] pid_t writeLive(const std::string& path, std::uint64_t eventsPerSecond,
                              std::uint64_t secondsBefore = 0);
void endLive(pid_t writer);

} // namespace lanes::bench
