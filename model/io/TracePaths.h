// The files behind a path: the file itself, the traces in a folder (torch's log folder), or those in a zip archive.
#pragma once

#include "model/base/Result.h"

#include <string>
#include <vector>

namespace lanes {

// The files in the order of their names, each in the form that InputFile::open() takes. A folder is searched with its
// subfolders; a log counts if its content is that of a trace. If a worker of torch wrote several traces
// ("host_7.1700000000000.pt.trace.json"), the newest counts. If there is any such trace, other files do not count. An
// Error if a folder holds no trace.
[[nodiscard]] Result<std::vector<std::string>> tracePaths(const std::string& path);

} // namespace lanes
