// What becomes of a signal in another process, as the kernel tells it (proc(5), /proc/PID/status), and in ours. Any thread; false
// of a process that is gone.
#pragma once

#include <sys/types.h>

namespace lanes::recorder {

// Whether the process as a whole was sent the signal and has not taken it.
[[nodiscard]] bool isPending(pid_t process, int signal);
// Whether it reaches a handler there: it ends who has none.
[[nodiscard]] bool isCaught(pid_t process, int signal);

// A write beyond the user's limit of file size (ulimit -f) fails from now on, as on a full disk, and does not end this process.
// Programs that it starts have the signal as they would without us.
void surviveFileLimit();

} // namespace lanes::recorder
