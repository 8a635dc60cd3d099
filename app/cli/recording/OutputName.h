// Names of sessions that processes of one job make for themselves: "run-{rank}.lanes".
#pragma once

#include "model/base/Result.h"

#include <string>

namespace lanes::cli {

// "{rank}" becomes what the launcher (torchrun, mpirun, srun) has told this process in its environment, "{host}" this machine's
// name; all else stays. An error says that no launcher has told a rank.
[[nodiscard]] Result<std::string> expandedOutput(const std::string& name);

} // namespace lanes::cli
