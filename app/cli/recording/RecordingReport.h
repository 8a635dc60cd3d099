// Messages about a recording, and the default name of its session, for any way of starting the program.
#pragma once

#include "collector/recorder/Recorder.h"

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

namespace lanes::cli {

// Returns "train-20260131-142501.lanes". It has the script's name if there is one, else the program's. `command` must not be
// empty.
[[nodiscard]] std::string defaultOutput(const std::vector<std::string>& command);
// Returns the command line of a running process, or its pid if that cannot be read.
[[nodiscard]] std::vector<std::string> commandOf(pid_t process);
// True: the process that started us fetches the session and tells its path. Ask once, before the program is started.
[[nodiscard]] bool sessionIsFetched();
// Returns the function that prints messages to stderr during the recording. For a fetched session they leave out the folder,
// because the session will be elsewhere.
[[nodiscard]] std::function<void(const std::string& line)> tellerOf(const std::string& output, bool fetched);
// Prints to stderr.
void reportRecording(const recorder::RecordOutcome& outcome, bool fetched);

} // namespace lanes::cli
