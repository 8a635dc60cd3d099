// The far end of `record --on`: runs on the host or in the container of the program, and is asked anew for each thing.
// A capture is a folder of the user's cache there: session.lanes, what was saved (session-1.lanes), output, errors, pid, and,
// once it has ended, exit.
#pragma once

#include "model/base/Result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanes::remote {

// Set for a recorder whose session is fetched: it leaves to who fetches it where that is. Not for its program.
inline constexpr const char* kFetchedVariable = "LANESCOPE_FETCHED";

// How much of a capture the near end has.
struct Progress {
    std::uint64_t inode = 0; // of the session's file that `session` counts; 0: none yet
    std::uint64_t session = 0;
    std::uint64_t output = 0;
    std::uint64_t errors = 0;
    std::uint64_t saved = 0; // number of the last session that a flight recorder has saved
};

// Starts `recorder record -o ... OPTIONS -- PROGRAM`, or `recorder attach -o ... OPTIONS PID`, `words` being from OPTIONS
// on, in `folder` (empty: the home), away from this connection: nothing but its own end, or what its follower asks for,
// ends it. Gives the capture's name.
[[nodiscard]] Result<std::string> startCapture(const std::string& recorder, const std::string& command,
                                               const std::string& folder,
                                               const std::vector<std::string>& words);
// Writes Frames to standard output until the capture has ended and all of it is sent, or nobody reads, and does what Frames
// on standard input ask for.
[[nodiscard]] Result<void> followCapture(const std::string& capture, Progress known);
// Removes what an ended capture has left.
[[nodiscard]] Result<void> removeCapture(const std::string& capture);

} // namespace lanes::remote
