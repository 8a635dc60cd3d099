// Reads logs of NCCL's inspector plugin: one JSON object per line for each collective and transfer that has ended.
#pragma once

#include "model/base/Result.h"
#include "model/io/OpenTrace.h"

#include <memory>
#include <string>

namespace lanes {

// Recognises an object with "header" or "metadata" that describes the performance of a collective or a transfer.
[[nodiscard]] bool recognisesInspectorLog(const TraceHead& head);
[[nodiscard]] Result<std::shared_ptr<const Trace>> readInspectorLog(const std::string& path,
                                                                    const OpenOptions& options);

} // namespace lanes
