// The Python code that attaching and detaching run in the program (lanescope_probe/attached.py).
#pragma once

#include "model/base/Result.h"

#include <sys/types.h>

#include <string>

namespace lanes::cli {

// When it returns, the process belongs to the recording in `folder` and records what torch does from then on. An error names
// the process, the obstacle and the remedy.
[[nodiscard]] Result<void> joinFromOutside(pid_t process, const std::string& folder);
// When it returns, every hook is removed.
[[nodiscard]] Result<void> leaveFromOutside(pid_t process);
// True: the probe is loaded in the process, recording or not.
[[nodiscard]] bool hasProbeLoaded(pid_t process);

} // namespace lanes::cli
