// A few lines of a source file around one line, for the preview below a Python stack.
#pragma once

#include "model/base/Result.h"

#include <stop_token>
#include <string>
#include <vector>

namespace lanes {

struct SourceText {
    int firstLine = 1;              // 1-based number of lines[0]
    std::vector<std::string> lines; // UTF-8 as in the file, each cut at 400 bytes
};

// Reads the lines line - before to line + after of `path`. It reads regular files only, no further than the last of these
// lines, and at most 4 MB. A file that cannot be shown, or that is no longer wanted, gives an error with the reason. Blocking:
// call it off the UI thread.
[[nodiscard]] Result<SourceText> readSource(const std::string& path, int line, int before, int after,
                                            const std::stop_token& stop = {});

} // namespace lanes
