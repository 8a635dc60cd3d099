// Collapsed stacks: "outer;inner 12" a line, as flamegraph.pl, inferno, py-spy and perf's stackcollapse write them.
#pragma once

#include "model/base/Result.h"
#include "model/io/OpenTrace.h"

#include <memory>
#include <string>

namespace lanes {

[[nodiscard]] bool recognisesCollapsed(const TraceHead& head);
[[nodiscard]] Result<std::shared_ptr<const Trace>> readCollapsed(const std::string& path,
                                                                 const OpenOptions& options);

} // namespace lanes
