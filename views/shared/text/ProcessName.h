// What every view calls a process.
#pragma once

#include "model/trace/ProcessRoles.h"

#include <QString>

namespace lanes {

// "DataLoader worker 2", "Compile worker 5", "Rank 1, train.py", "train.py"; else what the system calls it ("python3").
// `roles` are those of `trace`.
[[nodiscard]] QString processName(const Trace& trace, const ProcessRoles& roles, ProcessId process);

} // namespace lanes
