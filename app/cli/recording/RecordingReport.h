// What is said of a recording, and how its session is called: whoever started the program.
#pragma once

#include "collector/recorder/Recorder.h"

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

namespace lanes::cli {

// "train-20260131-142501.lanes": the script's name rather than the interpreter's, where there is one. `command` is not empty.
[[nodiscard]] std::string defaultOutput(const std::vector<std::string>& command);
// The command line of a process that runs; its pid where that cannot be read.
[[nodiscard]] std::vector<std::string> commandOf(pid_t process);
// Whether who started us fetches the session and says where it is. Asked once, before the program is started.
[[nodiscard]] bool sessionIsFetched();
// What is said while it is recorded, to stderr; of a session that is fetched without the folder, which is not where it will be.
[[nodiscard]] std::function<void(const std::string& line)> tellerOf(const std::string& output, bool fetched);
// To stderr.
void reportRecording(const recorder::RecordOutcome& outcome, bool fetched);

} // namespace lanes::cli
