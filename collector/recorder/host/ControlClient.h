// The other end of the control socket: asks a running recording of the same user.
#pragma once

#include "model/base/File.h"
#include "model/base/Result.h"

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>

namespace lanes::recorder {

struct ControlAnswer {
    pid_t recorder = 0; // who has answered, as the kernel knows it
    std::string text;   // may hold any bytes
};

// Sends one request to the recording in `folder` and waits some seconds for the answer. An error is what the recording
// refuses, or why it does not answer, with the remedy.
[[nodiscard]] Result<ControlAnswer> askRecording(const std::string& folder, std::string_view request);

// A connection on which nothing is waited for. Several requests may be on their way; answers come in their order.
class ControlConnection {
public:
    static Result<ControlConnection> open(const std::string& folder);

    // Becomes readable when an answer comes, or the other end goes.
    [[nodiscard]] int descriptor() const { return socket_.get(); }
    [[nodiscard]] pid_t recorder() const { return recorder_; } // as the kernel knows it
    // An error: the connection is of no use any more.
    [[nodiscard]] Result<void> send(std::string_view request);
    // The next answer: what the recording says, or refuses as an error of its own. Nothing: none has come yet.
    // `gone`: the other end has closed; nothing more will come.
    [[nodiscard]] std::optional<Result<std::string>> take(bool& gone);

private:
    ControlConnection(std::string folder, File socket, pid_t recorder)
        : folder_(std::move(folder))
        , socket_(std::move(socket))
        , recorder_(recorder) {}

    std::string folder_; // for messages
    File socket_;
    pid_t recorder_;
};

} // namespace lanes::recorder
