// Finds the recordings that run at this moment, by their folders and by the processes that they record.
#pragma once

#include "model/base/Result.h"

#include <sys/types.h>

#include <string>
#include <vector>

namespace lanes::recorder {

// Returns the folders of this user's recordings, sorted by name, in the places where this process would make one.
[[nodiscard]] std::vector<std::string> runningRecordings();

// Returns the folder of the recording whose recorder, or one of whose recorded processes, is `process`. Asks the
// running recordings if needed. An error means that there is none.
[[nodiscard]] Result<std::string> recordingOf(pid_t process);

} // namespace lanes::recorder
