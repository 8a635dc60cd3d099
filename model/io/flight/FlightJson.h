// Reads dumps of torch's flight recorder as JSON (dump_fr_json, the trace handler's "?includeStackTraces" and gloo's
// files). Their content is that of a pickle of the recorder.
#pragma once

#include "model/base/Result.h"
#include "model/io/OpenTrace.h"

#include <memory>
#include <string>

namespace lanes {

// Recognises an object whose first key is one of a dump.
[[nodiscard]] bool recognisesFlightJson(const TraceHead& head);
[[nodiscard]] Result<std::shared_ptr<const Trace>> readFlightJson(const std::string& path,
                                                                  const OpenOptions& options);

} // namespace lanes
