// Fetches the present state of a source file of a program that was recorded on a target. The file is used only once
// it is complete, within bounds and text.
#pragma once

#include "collector/remote/CaptureTarget.h"
#include "model/base/Result.h"

#include <string>

namespace lanes::remote {

inline constexpr std::size_t kMostSourceBytes = std::size_t{4} << 20;

// For the near end: installs the collector on the target if it is missing, and asks it. `archive`: from
// archiveCollector().
[[nodiscard]] Result<std::string> fetchSource(const CaptureTarget& target, const std::string& archive,
                                              const std::string& file);
// For the far end: writes the file, or why it cannot be read, as Frames to standard output.
[[nodiscard]] Result<void> sendSource(const std::string& file);

} // namespace lanes::remote
