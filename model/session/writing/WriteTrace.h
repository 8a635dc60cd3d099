// Writes a whole Trace as a session, for `convert` and "save as".
#pragma once

#include "model/base/Result.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace lanes::session {

struct WriteOptions {
    std::stop_token stop; // checked with every chunk, of 65,536 slices at most; the error is then "cancelled"
    std::function<void(std::uint64_t slicesDone, std::uint64_t slicesTotal)> progress;
};

// Writes everything that the trace holds; reading the file gives an equal trace. Rows of arguments, texts and segments
// may get other numbers there. An existing file at `path` stays until all has been written. No partial file is left when
// cancelled or out of disk space. O(size of the trace). Blocks.
[[nodiscard]] Result<void> writeTrace(const Trace& trace, const std::string& path,
                                      const WriteOptions& options = {});

} // namespace lanes::session
