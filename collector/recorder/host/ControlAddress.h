// The address of a running recording's control socket, in a folder that only its user may enter. RecordingControl.h
// defines the messages.
#pragma once

#include "model/base/File.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <cstddef>
#include <string>

namespace lanes::recorder {

// The limit of a request or an answer; each is one message.
inline constexpr std::size_t kMostControlBytes = 4096;

// Valid as long as this object lives: a folder's path may be longer than a socket's address, so the address goes
// through the folder's descriptor.
class ControlAddress {
public:
    explicit ControlAddress(const std::string& folder);

    explicit operator bool() const { return static_cast<bool>(folder_); } // if false, errno is the cause
    [[nodiscard]] const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&address_); }
    [[nodiscard]] const char* path() const { return address_.sun_path; }
    [[nodiscard]] static constexpr unsigned size() { return sizeof(sockaddr_un); }

private:
    File folder_;
    sockaddr_un address_{};
};

// Asks the kernel for the peer of a connected socket. False unless the peer is of our own user.
[[nodiscard]] bool isOwnPeer(int socket, pid_t* process = nullptr);

} // namespace lanes::recorder
