#include "collector/recorder/host/ControlClient.h"

#include "collector/recorder/host/ControlAddress.h"

#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace lanes::recorder {

namespace {

constexpr timeval kPatience{5, 0};
constexpr std::string_view kGood = "ok\n";
constexpr std::string_view kRefused = "error\n";

Error unanswered(const std::string& folder) {
    if (errno == EAGAIN) {
        return Error{"The recorder in " + folder +
                     " does not answer; it may be stopped (kill -CONT lets it go on) or very busy."};
    }
    return Error{"The recording in " + folder + " cannot be reached: " + std::strerror(errno) +
                 "; it may just have ended."};
}

} // namespace

Result<ControlAnswer> askRecording(const std::string& folder, std::string_view request) {
    if (request.size() > kMostControlBytes) {
        return Error{"That is longer than the " + std::to_string(kMostControlBytes) +
                     " bytes that a recording takes; say it shorter."};
    }
    const ControlAddress address(folder);
    const session::File connection(socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
    for (const int limit : {SO_SNDTIMEO, SO_RCVTIMEO}) {
        setsockopt(connection.get(), SOL_SOCKET, limit, &kPatience, sizeof kPatience);
    }
    if (!address || connect(connection.get(), address.get(), ControlAddress::size()) != 0) {
        return unanswered(folder);
    }
    ControlAnswer answer;
    if (!isOwnPeer(connection.get(), &answer.recorder)) {
        return Error{"The recording in " + folder + " is another user's; run this as that user."};
    }
    std::array<char, kMostControlBytes> bytes{};
    ssize_t got = send(connection.get(), request.data(), request.size(), MSG_NOSIGNAL);
    if (got >= 0) {
        got = recv(connection.get(), bytes.data(), bytes.size(), 0);
    }
    if (got < 0) {
        return unanswered(folder);
    }
    const std::string_view text(bytes.data(), static_cast<std::size_t>(got));
    if (text.starts_with(kGood)) {
        answer.text = text.substr(kGood.size());
        return answer;
    }
    return Error{text.starts_with(kRefused)
                     ? std::string(text.substr(kRefused.size()))
                     : "The recording in " + folder + " has closed the connection; try again."};
}

} // namespace lanes::recorder
