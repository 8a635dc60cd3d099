// The Python programs with torch that run on a target.
#pragma once

#include "collector/attach/PythonPrograms.h"
#include "collector/remote/CaptureTarget.h"
#include "model/base/Result.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanes::remote {

// The near end: brings the collector there where it is missing, and asks it. `archive` as archiveCollector() packs it.
[[nodiscard]] Result<std::vector<attach::PythonProgram>> programsOn(const CaptureTarget& target,
                                                                    const std::string& archive);
// The far end: writes those that run where it runs to standard output.
[[nodiscard]] Result<void> sendPrograms();

// As it travels: words that each end with a NUL, which no word of a command has.
[[nodiscard]] std::string encodedPrograms(const std::vector<attach::PythonProgram>& programs);
// An error: the text is not what encodedPrograms() makes.
[[nodiscard]] Result<std::vector<attach::PythonProgram>> decodedPrograms(std::string_view text);

} // namespace lanes::remote
