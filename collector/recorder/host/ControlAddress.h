// Where commands for a running recording go: a socket in its own folder, which only its user may enter. What a message
// holds is in RecordingControl.h.
#pragma once

#include "model/base/File.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <cstddef>
#include <string>

namespace lanes::recorder {

// A request or an answer is one message of at most so many bytes.
inline constexpr std::size_t kMostControlBytes = 4096;

// Valid as long as it lives: a folder's path may be longer than a socket's address, so it goes through its descriptor.
class ControlAddress {
public:
    explicit ControlAddress(const std::string& folder);

    explicit operator bool() const { return static_cast<bool>(folder_); } // otherwise errno says why
    [[nodiscard]] const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&address_); }
    [[nodiscard]] const char* path() const { return address_.sun_path; }
    [[nodiscard]] static constexpr unsigned size() { return sizeof(sockaddr_un); }

private:
    File folder_;
    sockaddr_un address_{};
};

// Who is at the other end of a connected socket, as the kernel knows it. False unless it is our own user.
[[nodiscard]] bool isOwnPeer(int socket, pid_t* process = nullptr);

} // namespace lanes::recorder
