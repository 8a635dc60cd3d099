// The fate of signals in other processes, as the kernel reports it (proc(5), /proc/PID/status), and in ours. Any
// thread. The functions return false for a process that is gone.
#pragma once

#include <sys/types.h>

namespace lanes::recorder {

// True if the process as a whole was sent the signal and has not taken it.
[[nodiscard]] bool isPending(pid_t process, int signal);
// True if the process has a handler for the signal; without one the signal ends it.
[[nodiscard]] bool isCaught(pid_t process, int signal);

// From now on a write beyond the user's limit of file size (ulimit -f) fails as on a full disk. It does not end this
// process. Programs that this process starts handle the signal as without the recorder.
void surviveFileLimit();

} // namespace lanes::recorder
