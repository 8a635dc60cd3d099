// Finds threads of a program that wait in the kernel and hold nothing that a new thread may need.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace lanes::attach {

// True if a thread that waits in this system call is such a thread; `idle`: it has been there for a while.
[[nodiscard]] bool isHarmlessWait(std::int64_t call, std::uint64_t futexOperation, bool idle);

// Returns the best threads first: those that have waited for the 10 ms that this takes. The main thread comes late.
// Check the threads again once they are stopped.
[[nodiscard]] std::vector<pid_t> waitingThreads(pid_t process);

} // namespace lanes::attach
