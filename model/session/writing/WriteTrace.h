// A whole Trace as a session: what `convert` and "save as" do.
#pragma once

#include "model/base/Result.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace lanes::session {

struct WriteOptions {
    std::stop_token stop; // asked with every chunk, of 65,536 slices at most; the error is then "cancelled"
    std::function<void(std::uint64_t slicesDone, std::uint64_t slicesTotal)> progress;
};

// Writes everything that the trace holds; reading the file gives an equal trace. Rows of arguments, texts and
// segments may be numbered differently there. What stands there stays until all has been written; when cancelled or out of
// room nothing else is left. O(what the trace holds). Blocks.
[[nodiscard]] Result<void> writeTrace(const Trace& trace, const std::string& path,
                                      const WriteOptions& options = {});

} // namespace lanes::session
