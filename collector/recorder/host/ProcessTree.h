// A recorded program and all that it has started, as processes: who belongs to whom, and their end.
#pragma once

#include <sys/types.h>

namespace lanes::recorder {

// Ends for good all that `root` has started, and what that has started; `root` itself only if `rootToo`. What is `spared`
// stays, with all below it; 0: nobody.
void killTree(pid_t root, bool rootToo, pid_t spared);

// Whether `process` was started by `ancestor`, or by what that has started.
[[nodiscard]] bool isBelow(pid_t process, pid_t ancestor);

// Whether that process counts pids as this one does: it is in no container of its own.
[[nodiscard]] bool sharesPids(pid_t process);

} // namespace lanes::recorder
