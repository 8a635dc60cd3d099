// Files of speedscope's format, which py-spy, speedscope itself and many others write.
#pragma once

#include "model/base/Result.h"
#include "model/io/OpenTrace.h"

#include <memory>
#include <string>

namespace lanes {

[[nodiscard]] bool recognisesSpeedscope(const TraceHead& head);
[[nodiscard]] Result<std::shared_ptr<const Trace>> readSpeedscope(const std::string& path,
                                                                  const OpenOptions& options);

} // namespace lanes
