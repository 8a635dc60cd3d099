// A few lines of a source file around one line, for the preview under a Python stack.
#pragma once

#include "model/base/Result.h"

#include <stop_token>
#include <string>
#include <vector>

namespace lanes {

struct SourceText {
    int firstLine = 1;              // 1-based number of lines[0]
    std::vector<std::string> lines; // UTF-8 as it stands in the file, each cut at 400 bytes
};

// Lines line - before .. line + after of `path`. Reads no further than to the last of them, at most 4 MB, and only regular
// files; what cannot be shown is an error that says why, and so is what is no longer wanted. Blocking: call it off the UI
// thread.
[[nodiscard]] Result<SourceText> readSource(const std::string& path, int line, int before, int after,
                                            const std::stop_token& stop = {});

} // namespace lanes
