// Watches a session that is still being written.
#pragma once

#include "model/io/OpenTrace.h"

#include <string>

namespace lanes {

// Whether somebody seems to be writing this session right now: it has no end yet, and was touched moments ago.
[[nodiscard]] bool isBeingWritten(const std::string& path, const Trace& trace);

// Publishes a snapshot whenever the session has grown, until it has ended, nobody writes any more, or `stop`. Gives
// the last snapshot. Blocks.
[[nodiscard]] Result<std::shared_ptr<const Trace>> followSession(const std::string& path,
                                                                 const OpenOptions& options);

} // namespace lanes
