// Reads the output of "nsys export --type sqlite".
#pragma once

#include "model/base/Result.h"
#include "model/io/OpenTrace.h"
#include "model/io/sqlite/SqliteFile.h"

#include <memory>

namespace lanes {

// True if a database is an export of Nsight Systems, of any version.
[[nodiscard]] bool isNsysExport(const SqliteFile& file);
[[nodiscard]] Result<std::shared_ptr<const Trace>> readNsysExport(const SqliteFile& file,
                                                                  const OpenOptions& options);

} // namespace lanes
