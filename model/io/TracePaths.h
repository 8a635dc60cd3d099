// Which files a path stands for: itself, the traces in a folder (torch's log folder), or those in a zip archive.
#pragma once

#include "model/base/Result.h"

#include <string>
#include <vector>

namespace lanes {

// In the order of their names, each as InputFile::open() takes it. A folder is looked through with those in it; a log counts where
// its content is a trace's. Of a worker of
// torch that wrote several traces ("host_7.1700000000000.pt.trace.json") the newest counts, and where there is any such trace
// no other file does. An Error where a folder holds none.
[[nodiscard]] Result<std::vector<std::string>> tracePaths(const std::string& path);

} // namespace lanes
