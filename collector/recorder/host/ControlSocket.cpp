#include "collector/recorder/host/ControlSocket.h"

#include "collector/recorder/host/ControlAddress.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace lanes::recorder {

namespace {

constexpr std::size_t kMostClients = 16; // the oldest makes room for a new one
constexpr int kMostInATurn = 8;          // clients, and messages of each: rings are more urgent

} // namespace

Result<ControlSocket> ControlSocket::create(const std::string& folder) {
    const ControlAddress address(folder);
    File listener(socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!address || !listener || bind(listener.get(), address.get(), ControlAddress::size()) != 0 ||
        chmod(address.path(), 0600) != 0 || listen(listener.get(), kMostClients) != 0) {
        return Error{folder + ": cannot listen for commands of 'lanescope ctl': " + std::strerror(errno)};
    }
    return ControlSocket(std::move(listener));
}

void ControlSocket::turn(const Answer& answer) {
    acceptClients();
    std::erase_if(clients_, [&](const File& client) { return !serve(client.get(), answer); });
}

void ControlSocket::acceptClients() {
    for (int i = 0; i < kMostInATurn; ++i) {
        File client(accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!client) {
            return;
        }
        if (!isOwnPeer(client.get())) {
            continue; // closed
        }
        if (clients_.size() == kMostClients) {
            clients_.erase(clients_.begin());
        }
        clients_.push_back(std::move(client));
    }
}

bool ControlSocket::serve(int client, const Answer& answer) {
    std::array<char, kMostControlBytes> request{};
    for (int i = 0; i < kMostInATurn; ++i) {
        const ssize_t got = recv(client, request.data(), request.size(), MSG_TRUNC);
        if (got < 0) {
            return errno == EAGAIN || errno == EINTR;
        }
        if (got == 0) {
            return false;
        }
        const auto bytes = static_cast<std::size_t>(got);
        const std::string text =
            bytes > request.size() ? "error\nThe request is too long." : answer({request.data(), bytes});
        if (send(client, text.data(), std::min(text.size(), kMostControlBytes), MSG_NOSIGNAL) < 0) {
            return false;
        }
    }
    return true;
}

} // namespace lanes::recorder
