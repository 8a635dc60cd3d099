// The format of Lanescope's own sessions, for OpenTrace.h.
#pragma once

#include "model/io/OpenTrace.h"

namespace lanes {

[[nodiscard]] bool isSession(const TraceHead& head);
[[nodiscard]] Result<std::shared_ptr<const Trace>> readSession(const std::string& path,
                                                               const OpenOptions& options);

} // namespace lanes
