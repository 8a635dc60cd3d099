// Trees of Proton (triton.profiler) for Hatchet, as JSON or MessagePack.
#pragma once

#include "model/base/Result.h"
#include "model/io/OpenTrace.h"

#include <memory>
#include <string>

namespace lanes {

[[nodiscard]] bool recognisesHatchet(const TraceHead& head);
[[nodiscard]] Result<std::shared_ptr<const Trace>> readHatchet(const std::string& path,
                                                               const OpenOptions& options);

} // namespace lanes
