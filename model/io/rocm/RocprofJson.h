// The JSON that rocprofv3 writes (--output-format json): records of rocprofiler-sdk's buffers, of one process or several.
#pragma once

#include "model/base/Result.h"
#include "model/io/OpenTrace.h"

#include <memory>
#include <string>

namespace lanes {

// An object whose first key is "rocprofiler-sdk-tool".
[[nodiscard]] bool recognisesRocprofJson(const TraceHead& head);
[[nodiscard]] Result<std::shared_ptr<const Trace>> readRocprofJson(const std::string& path,
                                                                   const OpenOptions& options);

} // namespace lanes
