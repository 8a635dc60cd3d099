// Reads XLA's profiles (.xplane.pb) of JAX, TensorFlow and PyTorch/XLA.
#pragma once

#include "model/base/Result.h"
#include "model/io/OpenTrace.h"

#include <memory>
#include <string>

namespace lanes {

// Recognises a list of planes, each with an optional number and a name ("/device:GPU:0"). Perfetto's traces begin alike.
[[nodiscard]] bool recognisesXPlane(const TraceHead& head);
[[nodiscard]] Result<std::shared_ptr<const Trace>> readXPlane(const std::string& path,
                                                              const OpenOptions& options);

} // namespace lanes
