// The far end of `record --on`: runs on the host or in the container of the program, as a new process for each
// request. A capture is a folder in the user's cache there. It holds session.lanes, saved sessions (session-1.lanes),
// output, errors, pid, and, once it has ended, exit.
#pragma once

#include "model/base/Result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanes::remote {

// Set for a recorder whose session is fetched: the near end then reports where the session is. Not passed to the
// program.
inline constexpr const char* kFetchedVariable = "LANESCOPE_FETCHED";

// The parts of a capture that the near end has already.
struct Progress {
    std::uint64_t inode = 0; // of the session's file that `session` counts; 0: none yet
    std::uint64_t session = 0;
    std::uint64_t output = 0;
    std::uint64_t errors = 0;
    std::uint64_t saved = 0; // number of the last session that a flight recorder has saved
};

// Starts `recorder record -o ... OPTIONS -- PROGRAM`, or `recorder attach -o ... OPTIONS PID`. `words` start at
// OPTIONS. Runs in `folder` (empty: the home), detached from this connection. The capture ends only by itself, or on
// a request of its follower. Returns the capture's name.
[[nodiscard]] Result<std::string> startCapture(const std::string& recorder, const std::string& command,
                                               const std::string& folder,
                                               const std::vector<std::string>& words);
// Writes Frames to standard output until the capture has ended and all of it is sent, or the reader has gone.
// Executes the requests of Frames on standard input.
[[nodiscard]] Result<void> followCapture(const std::string& capture, Progress known);
// Removes the folder of an ended capture.
[[nodiscard]] Result<void> removeCapture(const std::string& capture);

} // namespace lanes::remote
