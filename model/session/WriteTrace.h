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
    std::stop_token stop;
    std::function<void(std::uint64_t slicesDone, std::uint64_t slicesTotal)> progress;
};

// Writes everything that the trace holds; reading the file gives an equal trace. Rows of arguments, texts and
// segments may be numbered differently there. When cancelled or out of room the cut file is removed.
[[nodiscard]] Result<void> writeTrace(const Trace& trace, const std::string& path,
                                      const WriteOptions& options = {});

} // namespace lanes::session
