// The Python that attaching and detaching run in the program (lanescope_probe/attached.py).
#pragma once

#include "model/base/Result.h"

#include <sys/types.h>

#include <string>

namespace lanes::cli {

// The process belongs to the recording in `folder` when this returns, and records what torch does from then on. Errors name the
// process, what is in the way, and the remedy.
[[nodiscard]] Result<void> joinFromOutside(pid_t process, const std::string& folder);
// Every hook is out when this returns.
[[nodiscard]] Result<void> leaveFromOutside(pid_t process);
// Whether the probe is in the process, recording or not.
[[nodiscard]] bool hasProbeLoaded(pid_t process);

} // namespace lanes::cli
