// Reads XLA's profiles (.xplane.pb) of JAX, TensorFlow and PyTorch/XLA.
#pragma once

#include "model/base/Result.h"
#include "model/io/OpenTrace.h"

#include <memory>
#include <string>

namespace lanes {

// A list of planes, each with perhaps a number and then a name ("/device:GPU:0"). Perfetto's traces begin alike.
[[nodiscard]] bool recognisesXPlane(const TraceHead& head);
[[nodiscard]] Result<std::shared_ptr<const Trace>> readXPlane(const std::string& path,
                                                              const OpenOptions& options);

} // namespace lanes
