// Reads pickles of torch: memory snapshots (torch.cuda.memory._dump_snapshot) and dumps of the flight recorder.
#pragma once

#include "model/base/Result.h"
#include "model/io/OpenTrace.h"

#include <memory>
#include <string>

namespace lanes {

// Recognises protocols 2 to 5. The kind of content shows only when the pickle is read.
[[nodiscard]] bool recognisesPickle(const TraceHead& head);
[[nodiscard]] Result<std::shared_ptr<const Trace>> readPickleTrace(const std::string& path,
                                                                   const OpenOptions& options);

} // namespace lanes
