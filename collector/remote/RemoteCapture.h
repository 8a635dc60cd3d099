// The near end of `record --on`. It installs the collector on the target, starts the capture, and fetches session,
// output and errors while the capture runs. A broken connection leaves the capture running; it is resumed where it
// broke off.
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
    std::string archive; // the collector, from archiveCollector()
    std::string folder;  // the program's folder there; empty: the user's home
    // For `record`: options, --, program, arguments; for `attach`: options, process.
    std::vector<std::string> words;
    bool attach = false;    // to a program that is running there
    std::string output;     // path of the session here
    bool freshName = false; // the output gets a number if the file exists already
    std::string resume;     // name of an existing capture there, which is continued instead of a new one
};

struct RemoteOutcome {
    int status = 0; // the program's status there, as a shell reports it
    std::string output;
    std::string capture; // its name
};

// Runs until the program there ends. SIGINT and SIGTERM are passed on to it. SIGHUP leaves it running, and so does a
// second SIGINT while there is no connection. An error says how far the capture got and how to continue.
[[nodiscard]] Result<RemoteOutcome> recordRemotely(const CaptureTarget& target, const RemoteOptions& options);

} // namespace lanes::remote
