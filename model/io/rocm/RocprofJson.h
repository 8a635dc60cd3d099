// Reads the JSON of rocprofv3 (--output-format json): records of rocprofiler-sdk's buffers, for one process or several.
#pragma once

#include "model/base/Result.h"
#include "model/io/OpenTrace.h"

#include <memory>
#include <string>

namespace lanes {

// Recognises an object whose first key is "rocprofiler-sdk-tool".
[[nodiscard]] bool recognisesRocprofJson(const TraceHead& head);
[[nodiscard]] Result<std::shared_ptr<const Trace>> readRocprofJson(const std::string& path,
                                                                   const OpenOptions& options);

} // namespace lanes
