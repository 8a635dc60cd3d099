// The files of a session's Python code.
#pragma once

#include "model/trace/Trace.h"

#include <stop_token>
#include <string>
#include <vector>

namespace lanes {

struct RecordedFile {
    std::string name; // as recorded; for an imported trace mostly relative
    bool ofLibrary = false;
};

// Files of all stacks, then of functions, which an imported trace has as slices but not in stacks; each name once. At
// most O(slices), and without functions only over the slices' kinds. Incomplete if asked to stop.
[[nodiscard]] std::vector<RecordedFile> recordedFiles(const Trace& trace, const std::stop_token& stop = {});

} // namespace lanes
