// The name of a process, the same in every view.
#pragma once

#include "model/trace/ProcessRoles.h"

#include <QString>

namespace lanes {

// "DataLoader worker 2", "Compile worker 5", "Rank 1, train.py" or "train.py"; else the system's name ("python3"). `roles` are
// those of `trace`.
[[nodiscard]] QString processName(const Trace& trace, const ProcessRoles& roles, ProcessId process);

} // namespace lanes
