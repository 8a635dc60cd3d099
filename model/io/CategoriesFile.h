// The user's own classes of kernels and calls, as a TOML file (docs/categories.md) has them.
#pragma once

#include "model/base/Result.h"
#include "model/trace/OwnClasses.h"

#include <memory>
#include <string>

namespace lanes {

// The error names file, line and remedy.
[[nodiscard]] Result<std::shared_ptr<const OwnClasses>> readCategories(const std::string& path);
// categories.toml beside the settings, whether it is there or not; empty if there is no home.
[[nodiscard]] std::string usualCategoriesFile();
// readCategories() of `path`; where that is empty, of the usual file if there is one, else null.
[[nodiscard]] Result<std::shared_ptr<const OwnClasses>> chosenCategories(const std::string& path);

} // namespace lanes
