// Which threads of a program wait in the kernel and hold nothing that a new thread may need.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace lanes::attach {

// Whether a thread that waits in this system call does; `idle`: it has been there for a while.
[[nodiscard]] bool isHarmlessWait(std::int64_t call, std::uint64_t futexOperation, bool idle);

// The best first: those that have waited for the 10 ms that this takes, the main thread late. What is true of them is to be asked
// again once they are stopped.
[[nodiscard]] std::vector<pid_t> waitingThreads(pid_t process);

} // namespace lanes::attach
