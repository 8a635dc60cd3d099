// Logs of NCCL's inspector plugin: a JSON object a line for each collective and transfer that has ended.
#pragma once

#include "model/base/Result.h"
#include "model/io/OpenTrace.h"

#include <memory>
#include <string>

namespace lanes {

// An object with "header" or "metadata" that says how a collective or a transfer performed.
[[nodiscard]] bool recognisesInspectorLog(const TraceHead& head);
[[nodiscard]] Result<std::shared_ptr<const Trace>> readInspectorLog(const std::string& path,
                                                                    const OpenOptions& options);

} // namespace lanes
