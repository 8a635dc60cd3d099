// A report of Nsight Systems (.nsys-rep, .qdrep): NVIDIA's own program turns it into an export, where it is installed.
#pragma once

#include "model/base/Result.h"
#include "model/io/OpenTrace.h"

#include <memory>
#include <string>

namespace lanes {

// By its name: the format is NVIDIA's own and not documented.
[[nodiscard]] bool recognisesNsysReport(const TraceHead& head);
// Runs "nsys export" of the PATH into a folder of its own, which is removed again. An Error that says what to type where there is
// no nsys, or it fails. Blocks while it runs; a stop ends it.
[[nodiscard]] Result<std::shared_ptr<const Trace>> readNsysReport(const std::string& path,
                                                                  const OpenOptions& options);

} // namespace lanes
