// The arguments of `lanescope record`: its options, those of its configuration files, and the program.
#pragma once

#include "app/cli/recording/RemoteRecord.h"
#include "collector/recorder/Recorder.h"
#include "model/base/Result.h"

#include <sys/types.h>

#include <optional>
#include <string>

namespace lanes::cli {

struct RecordArguments {
    recorder::RecordOptions options; // `output` is empty if none was given
    pid_t joining = 0;               // a process to record from the moment it joins; 0: a program is started
    RemoteRecord remote;             // its `on` is empty if the program runs here
    std::string folder;              // where the program runs here; empty: our current folder
    std::optional<int> exitCode;     // set if all is done: after help, or an error in an option
};

// Parses. It also sets environment variables for the program. An error is a sentence about what makes no sense.
[[nodiscard]] Result<RecordArguments> takeRecordArguments(int argc, char** argv);

} // namespace lanes::cli
