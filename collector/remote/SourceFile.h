// One source file of a program that was recorded elsewhere, as it stands there now. Nothing of it is believed before it is
// whole, within bounds and text.
#pragma once

#include "collector/remote/CaptureTarget.h"
#include "model/base/Result.h"

#include <string>

namespace lanes::remote {

inline constexpr std::size_t kMostSourceBytes = std::size_t{4} << 20;

// The near end: brings the collector there where it is missing, and asks it. `archive` as archiveCollector() packs it.
[[nodiscard]] Result<std::string> fetchSource(const CaptureTarget& target, const std::string& archive,
                                              const std::string& file);
// The far end: writes the file as Frames to standard output, or why it cannot be had.
[[nodiscard]] Result<void> sendSource(const std::string& file);

} // namespace lanes::remote
