// Watches a session that is still being written.
#pragma once

#include "model/io/OpenTrace.h"

#include <string>

namespace lanes {

// Whether somebody seems to be writing this session right now: it has no end yet, and a recorder holds it or has touched
// it moments ago. In a pause nothing is written for long.
[[nodiscard]] bool isBeingWritten(const std::string& path, const Trace& trace);

// Whether a recorder of this machine writes the file: whoever replaced it would take it from under the recorder.
[[nodiscard]] bool isHeldByRecorder(const std::string& path);

// Publishes a snapshot whenever the session has grown, until it has ended, nobody writes any more, or `stop`. Gives
// the last snapshot. A recorder that is bounded writes the session anew from time to time: then it is read anew. Blocks.
[[nodiscard]] Result<std::shared_ptr<const Trace>> followSession(const std::string& path,
                                                                 const OpenOptions& options);

} // namespace lanes
