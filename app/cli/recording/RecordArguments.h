// What `lanescope record` is told: its options, those of its configuration files, and the program.
#pragma once

#include "app/cli/recording/RemoteRecord.h"
#include "collector/recorder/Recorder.h"
#include "model/base/Result.h"

#include <sys/types.h>

#include <optional>
#include <string>

namespace lanes::cli {

struct RecordArguments {
    recorder::RecordOptions options; // `output` is empty where none was named
    pid_t joining = 0;               // a process that is to be recorded from where it joins; 0: a program is
    RemoteRecord remote;             // whose `on` is empty where the program is here
    std::string folder;              // where the program runs here; empty: where we do
    std::optional<int> exitCode;     // all has been said already: help, or what is wrong with an option
};

// Sets variables of the environment that the program is to have. An error is a sentence about what makes no sense.
[[nodiscard]] Result<RecordArguments> takeRecordArguments(int argc, char** argv);

} // namespace lanes::cli
