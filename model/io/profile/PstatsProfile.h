// Reads pstats files of Python, which cProfile and profile write by marshal: functions and who called them how often.
#pragma once

#include "model/base/Result.h"
#include "model/io/OpenTrace.h"

#include <memory>
#include <string>

namespace lanes {

[[nodiscard]] bool recognisesPstats(const TraceHead& head);
[[nodiscard]] Result<std::shared_ptr<const Trace>> readPstats(const std::string& path,
                                                              const OpenOptions& options);

} // namespace lanes
