#include "collector/recorder/host/RunningRecordings.h"

#include "collector/recorder/host/ControlClient.h"
#include "collector/recorder/host/RingFolder.h"

#include <algorithm>
#include <fstream>
#include <string_view>

namespace lanes::recorder {

namespace {

// What a recorded process has in its environment, from its very beginning; empty for any other.
std::string folderOfProcess(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/environ");
    const std::string_view name = ring::kFolderVariable;
    for (std::string entry; std::getline(file, entry, '\0');) {
        if (entry.starts_with(name) && entry.size() > name.size() && entry[name.size()] == '=') {
            return entry.substr(name.size() + 1);
        }
    }
    return {};
}

// A process that has joined says nothing in its environment.
bool isProgramOf(const std::string& folder, pid_t process) {
    const auto status = askRecording(folder, "status");
    return status && ("\n" + status.value().text).find("\nprogram=" + std::to_string(process) + "\n") !=
                         std::string::npos;
}

} // namespace

std::vector<std::string> runningRecordings() {
    std::vector<std::string> found = RingFolder::all(RingFolder::State::Running);
    std::ranges::sort(found);
    return found;
}

Result<std::string> recordingOf(pid_t process) {
    for (const std::string& folder : runningRecordings()) {
        if (RingFolder::recorderOf(folder) == process) {
            return folder;
        }
    }
    // Any process that it records, wherever the folder is. A pid that another program has by now does not lead there.
    const std::string folder = folderOfProcess(process);
    if (!folder.empty() && RingFolder::stateOf(folder) == RingFolder::State::Running) {
        return folder;
    }
    for (const std::string& running : runningRecordings()) {
        if (isProgramOf(running, process)) {
            return running;
        }
    }
    return Error{"No recording of process " + std::to_string(process) +
                 " is running for this user; 'lanescope ctl list' shows those that are."};
}

} // namespace lanes::recorder
