// Reads the user's own classes of kernels and calls from a TOML file (docs/categories.md).
#pragma once

#include "model/base/Result.h"
#include "model/trace/OwnClasses.h"

#include <memory>
#include <string>

namespace lanes {

// The error names the file, the line and the remedy.
[[nodiscard]] Result<std::shared_ptr<const OwnClasses>> readCategories(const std::string& path);
// categories.toml beside the settings, existing or not; empty if there is no home folder.
[[nodiscard]] std::string usualCategoriesFile();
// readCategories() of `path`. If that is empty, of the usual file if it exists, else null.
[[nodiscard]] Result<std::shared_ptr<const OwnClasses>> chosenCategories(const std::string& path);

} // namespace lanes
