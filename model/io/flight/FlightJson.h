// Dumps of torch's flight recorder as JSON (dump_fr_json, the trace handler's "?includeStackTraces" and gloo's files): what a pickle of it
// holds, with other brackets.
#pragma once

#include "model/base/Result.h"
#include "model/io/OpenTrace.h"

#include <memory>
#include <string>

namespace lanes {

// An object whose first key is one of a dump.
[[nodiscard]] bool recognisesFlightJson(const TraceHead& head);
[[nodiscard]] Result<std::shared_ptr<const Trace>> readFlightJson(const std::string& path,
                                                                  const OpenOptions& options);

} // namespace lanes
