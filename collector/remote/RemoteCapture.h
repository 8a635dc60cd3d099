// The near end of `record --on`: brings the collector there, starts the capture, and lets session, output and errors
// arrive here while it runs. A broken connection leaves the capture running; it is taken up again where it was.
#pragma once

#include "collector/remote/CaptureTarget.h"
#include "collector/remote/FarEnd.h"
#include "collector/remote/Frames.h"
#include "collector/remote/SessionHash.h"
#include "model/base/Result.h"

#include <string>
#include <vector>

namespace lanes::remote {

struct RemoteOptions {
    std::string archive; // the collector, as archiveCollector() packs it
    std::string folder;  // where the program runs there; empty: the user's home
    // Of `record`: options, --, program, arguments; of `attach`: options, process.
    std::vector<std::string> words;
    bool attach = false;    // to a program that runs there already
    std::string output;     // path of the session here
    bool freshName = false; // it gets a number where there is a file already
    std::string resume;     // name of a capture that is there already, instead of starting one
};

struct RemoteOutcome {
    int status = 0; // of the program there, as a shell says it
    std::string output;
    std::string capture; // its name
};

// Runs to the end of the program there. SIGINT and SIGTERM are passed on to it; SIGHUP, and a second SIGINT while there is
// no connection, leave it running. An error says how far it came and how to go on.
[[nodiscard]] Result<RemoteOutcome> recordRemotely(const CaptureTarget& target, const RemoteOptions& options);

} // namespace lanes::remote
