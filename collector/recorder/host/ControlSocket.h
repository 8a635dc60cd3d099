// The recorder's end of the control socket. It never waits for a client.
#pragma once

#include "model/base/File.h"
#include "model/base/Result.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::recorder {

// One thread.
class ControlSocket {
public:
    using Answer = std::function<std::string(std::string_view request)>;

    // Creates the socket in the recording's folder. An error is why commands cannot reach it.
    static Result<ControlSocket> create(const std::string& folder);

    // Answers the requests since the last turn, a few messages of each client. Does not wait.
    void turn(const Answer& answer);

private:
    explicit ControlSocket(File listener)
        : listener_(std::move(listener)) {}
    void acceptClients();
    // Returns false if the client must be dropped: it has gone, or does not take its answers.
    [[nodiscard]] static bool serve(int client, const Answer& answer);

    File listener_;
    std::vector<File> clients_; // oldest first
};

} // namespace lanes::recorder
