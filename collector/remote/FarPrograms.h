// Lists the Python programs with torch that run on a target.
#pragma once

#include "collector/attach/PythonPrograms.h"
#include "collector/remote/CaptureTarget.h"
#include "model/base/Result.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanes::remote {

// For the near end: installs the collector on the target if it is missing, and asks it. `archive`: from
// archiveCollector().
[[nodiscard]] Result<std::vector<attach::PythonProgram>> programsOn(const CaptureTarget& target,
                                                                    const std::string& archive);
// For the far end: writes the programs of its machine to standard output.
[[nodiscard]] Result<void> sendPrograms();

// The form for the transfer: words that each end with a NUL, which no word of a command contains.
[[nodiscard]] std::string encodedPrograms(const std::vector<attach::PythonProgram>& programs);
// An error: the text is not from encodedPrograms().
[[nodiscard]] Result<std::vector<attach::PythonProgram>> decodedPrograms(std::string_view text);

} // namespace lanes::remote
