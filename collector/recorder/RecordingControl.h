// Executes commands for a running recording, from `lanescope ctl` and the window. A request is one message: "start",
// "stop", "save", "status", "detach", "mark TEXT" or "mark-ago NANOSECONDS TEXT". The last one is for a user who had
// to type the text first. An answer begins with a line "ok" or "error". The rest is for the user, or lines
// "key=value" of status (host/RecordingStatus.h).
#pragma once

#include "collector/recorder/Capture.h"
#include "collector/recorder/flight/FlightRecorder.h"
#include "collector/recorder/host/ControlSocket.h"

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::recorder {

// One thread.
class RecordingControl {
public:
    // Both arguments outlive this. If there can be no socket, the session states why.
    RecordingControl(Capture& capture, FlightRecorder& flight);

    // Sets the facts that status reports: the session's path, the program and its command, without secrets.
    void describe(std::string session, pid_t program, const std::vector<std::string>& command);
    // Allows "detach": the recorder has been attached to the program.
    void allowDetach() { attached_ = true; }
    [[nodiscard]] bool detachAsked() const { return detachAsked_; }
    // Answers the requests that have come; does not wait.
    void turn();
    // Returns the answer: one line, or several for status.
    [[nodiscard]] std::string answer(std::string_view request);

private:
    [[nodiscard]] std::string status() const;
    std::string save();
    std::string mark(std::string_view words, TimeNs ago);

    Capture& capture_;
    FlightRecorder& flight_;
    std::optional<ControlSocket> socket_;
    std::string session_;
    std::string command_;
    pid_t program_ = 0;
    bool attached_ = false;
    bool detachAsked_ = false;
};

} // namespace lanes::recorder
