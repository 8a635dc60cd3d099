// Reads a report of Nsight Systems (.nsys-rep, .qdrep) if NVIDIA's own program is installed, which converts it to an
// export.
#pragma once

#include "model/base/Result.h"
#include "model/io/OpenTrace.h"

#include <memory>
#include <string>

namespace lanes {

// Decides by its name: the format is NVIDIA's own and not documented.
[[nodiscard]] bool recognisesNsysReport(const TraceHead& head);
// Runs "nsys export", found in the PATH, in a temporary folder, which is removed again. If there is no nsys, or it fails,
// the Error tells what to type. Blocks while it runs; a stop ends it.
[[nodiscard]] Result<std::shared_ptr<const Trace>> readNsysReport(const std::string& path,
                                                                  const OpenOptions& options);

} // namespace lanes
