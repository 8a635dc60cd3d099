// Watches a session that is still being recorded.
#pragma once

#include "model/io/OpenTrace.h"

#include <string>

namespace lanes {

// True: the session seems to be written now. It has no end yet, and a recorder holds it or has written to it moments ago. While
// a recording is paused nothing is written for long.
[[nodiscard]] bool isBeingWritten(const std::string& path, const Trace& trace);

// True: a recorder on this machine writes the file. Replacing the file would take it away from that recorder.
[[nodiscard]] bool isHeldByRecorder(const std::string& path);

// Publishes a snapshot whenever the session has grown. It ends when the session has ended, nobody writes it any more, or `stop`
// is requested, and returns the last snapshot. A bounded recorder rewrites the session from time to time; then it is read anew.
// Blocks.
[[nodiscard]] Result<std::shared_ptr<const Trace>> followSession(const std::string& path,
                                                                 const OpenOptions& options);

} // namespace lanes
