#include "collector/recorder/host/ControlAddress.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

namespace lanes::recorder {

ControlAddress::ControlAddress(const std::string& folder)
    : folder_(open(folder.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)) {
    address_.sun_family = AF_UNIX;
    std::snprintf(address_.sun_path, sizeof address_.sun_path, "/proc/self/fd/%d/control", folder_.get());
}

bool isOwnPeer(int socket, pid_t* process) {
    ucred peer{};
    socklen_t size = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || peer.uid != geteuid()) {
        return false;
    }
    if (process != nullptr) {
        *process = peer.pid;
    }
    return true;
}

} // namespace lanes::recorder
