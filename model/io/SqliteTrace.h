// Traces in an SQLite database; its tables show the tool that wrote it.
#pragma once

#include "model/base/Result.h"
#include "model/io/OpenTrace.h"

#include <memory>
#include <string>

namespace lanes {

[[nodiscard]] bool recognisesSqlite(const TraceHead& head);
[[nodiscard]] Result<std::shared_ptr<const Trace>> readSqliteTrace(const std::string& path,
                                                                   const OpenOptions& options);

} // namespace lanes
