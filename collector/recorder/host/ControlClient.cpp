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

Error tooLong() {
    return Error{"That is longer than the " + std::to_string(kMostControlBytes) +
                 " bytes that a recording takes; say it shorter."};
}

// `folder` for messages.
Result<std::string> contentOf(std::string_view message, const std::string& folder) {
    if (message.starts_with(kGood)) {
        return std::string(message.substr(kGood.size()));
    }
    return Error{message.starts_with(kRefused)
                     ? std::string(message.substr(kRefused.size()))
                     : "The recording in " + folder + " has closed the connection; try again."};
}

// `flags` of the socket; a blocking one has some seconds of patience.
Result<File> connectTo(const std::string& folder, int flags, pid_t& recorder) {
    const ControlAddress address(folder);
    File connection(socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | flags, 0));
    for (const int limit : {SO_SNDTIMEO, SO_RCVTIMEO}) {
        setsockopt(connection.get(), SOL_SOCKET, limit, &kPatience, sizeof kPatience);
    }
    if (!address || connect(connection.get(), address.get(), ControlAddress::size()) != 0) {
        return unanswered(folder);
    }
    if (!isOwnPeer(connection.get(), &recorder)) {
        return Error{"The recording in " + folder + " is another user's; run this as that user."};
    }
    return connection;
}

} // namespace

Result<ControlAnswer> askRecording(const std::string& folder, std::string_view request) {
    if (request.size() > kMostControlBytes) {
        return tooLong();
    }
    ControlAnswer answer;
    const auto connection = connectTo(folder, 0, answer.recorder);
    if (!connection) {
        return connection.error();
    }
    std::array<char, kMostControlBytes> bytes{};
    ssize_t got = send(connection.value().get(), request.data(), request.size(), MSG_NOSIGNAL);
    if (got >= 0) {
        got = recv(connection.value().get(), bytes.data(), bytes.size(), 0);
    }
    if (got < 0) {
        return unanswered(folder);
    }
    auto text = contentOf({bytes.data(), static_cast<std::size_t>(got)}, folder);
    if (!text) {
        return text.error();
    }
    answer.text = std::move(text).value();
    return answer;
}

Result<ControlConnection> ControlConnection::open(const std::string& folder) {
    pid_t recorder = 0;
    auto connection = connectTo(folder, SOCK_NONBLOCK, recorder);
    if (!connection) {
        return connection.error();
    }
    return ControlConnection(folder, std::move(connection).value(), recorder);
}

Result<void> ControlConnection::send(std::string_view request) {
    if (request.size() > kMostControlBytes) {
        return tooLong();
    }
    if (::send(socket_.get(), request.data(), request.size(), MSG_NOSIGNAL) < 0) {
        return unanswered(folder_);
    }
    return {};
}

std::optional<Result<std::string>> ControlConnection::take(bool& gone) {
    std::array<char, kMostControlBytes> bytes{};
    const ssize_t got = recv(socket_.get(), bytes.data(), bytes.size(), 0);
    gone = got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR);
    if (got <= 0) {
        return std::nullopt;
    }
    return contentOf({bytes.data(), static_cast<std::size_t>(got)}, folder_);
}

} // namespace lanes::recorder
