// Reads Perfetto's traces (.pftrace), written by torch 2.15's Cuspy, wprof, Perfetto's SDK, rocprofv3.
#pragma once

#include "model/base/Result.h"
#include "model/io/OpenTrace.h"

#include <memory>
#include <string>
#include <string_view>

namespace lanes {

// True if bytes begin with packets of Perfetto's format, which has no magic number. It checks field 1 of a list, whose
// content begins with a field that packets have.
[[nodiscard]] bool isPerfetto(std::string_view head);
[[nodiscard]] bool recognisesPerfetto(const TraceHead& head);
[[nodiscard]] Result<std::shared_ptr<const Trace>> readPerfetto(const std::string& path,
                                                                const OpenOptions& options);

} // namespace lanes
