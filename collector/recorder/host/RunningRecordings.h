// The recordings that run at this moment, found by their folders and by the processes that they record.
#pragma once

#include "model/base/Result.h"

#include <sys/types.h>

#include <string>
#include <vector>

namespace lanes::recorder {

// The folders of this user's recordings, by name, in the places where this process would make one.
[[nodiscard]] std::vector<std::string> runningRecordings();

// The folder of the recording whose recorder, or one of whose processes, that is; those that run may be asked. An error says that
// there is none.
[[nodiscard]] Result<std::string> recordingOf(pid_t process);

} // namespace lanes::recorder
