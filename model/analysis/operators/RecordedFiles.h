// The files that a session's Python code stands in.
#pragma once

#include "model/trace/Trace.h"

#include <stop_token>
#include <string>
#include <vector>

namespace lanes {

struct RecordedFile {
    std::string name; // as recorded; of an imported trace mostly relative
    bool ofLibrary = false;
};

// Of all stacks, then of functions, which an imported trace has as slices and in no stacks; each name once. O(slices) at most, and
// only over their kinds where there are no functions. Those that were found until then if stopped.
[[nodiscard]] std::vector<RecordedFile> recordedFiles(const Trace& trace, const std::stop_token& stop = {});

} // namespace lanes
