// Traces in Chrome's JSON event format, as torch's Kineto and many others write them.
#pragma once

#include "model/io/OpenTrace.h"

namespace lanes {

[[nodiscard]] bool recognisesChromeTrace(const TraceHead& head);
[[nodiscard]] Result<std::shared_ptr<const Trace>> readChromeTrace(const std::string& path,
                                                                   const OpenOptions& options);

} // namespace lanes
