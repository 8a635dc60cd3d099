// The client's end of the control socket: sends requests to a running recording of the same user.
#pragma once

#include "model/base/File.h"
#include "model/base/Result.h"

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>

namespace lanes::recorder {

struct ControlAnswer {
    pid_t recorder = 0; // pid of the answering process, from the kernel
    std::string text;   // may hold any bytes
};

// Sends one request to the recording in `folder` and waits some seconds for the answer. An error is the recording's
// refusal, or why it does not answer, with the remedy.
[[nodiscard]] Result<ControlAnswer> askRecording(const std::string& folder, std::string_view request);

// A connection without waiting. Several requests may be pending; answers come in their order.
class ControlConnection {
public:
    static Result<ControlConnection> open(const std::string& folder);

    // Becomes readable when an answer comes, or the other end closes.
    [[nodiscard]] int descriptor() const { return socket_.get(); }
    [[nodiscard]] pid_t recorder() const { return recorder_; } // from the kernel
    // After an error the connection cannot be used any more.
    [[nodiscard]] Result<void> send(std::string_view request);
    // Takes the next answer; a refusal of the recording is an error inside it. Nothing: none has come yet. `gone`:
    // the other end has closed; nothing more will come.
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
