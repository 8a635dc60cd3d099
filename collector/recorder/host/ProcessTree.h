// The processes of a recorded program: which process started which, and how to end them.
#pragma once

#include <sys/types.h>

namespace lanes::recorder {

// Kills all processes that `root` has started, directly or indirectly; `root` itself only with `rootToo`. The process
// `spared` and all below it stay; 0: none is spared.
void killTree(pid_t root, bool rootToo, pid_t spared);

// True if `ancestor` has started `process`, directly or indirectly.
[[nodiscard]] bool isBelow(pid_t process, pid_t ancestor);

// True if the process counts pids as this one does: it is in no container of its own.
[[nodiscard]] bool sharesPids(pid_t process);

} // namespace lanes::recorder
