// Commands for a running recording: `lanescope ctl`. A request is one message, "start", "stop", "save", "status" or
// "mark TEXT"; its answer begins with a line "ok" or "error", and what follows is for the user, or lines "key=value" of
// status.
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
    // Both outlive this. Where there can be no socket, the session says why.
    RecordingControl(Capture& capture, FlightRecorder& flight);

    // What status says: the session's path, the program and its command, without secrets.
    void describe(std::string session, pid_t program, const std::vector<std::string>& command);
    // Answers what has come; does not wait.
    void turn();
    // One line, or several for status.
    [[nodiscard]] std::string answer(std::string_view request);

private:
    [[nodiscard]] std::string status() const;
    std::string save();

    Capture& capture_;
    FlightRecorder& flight_;
    std::optional<ControlSocket> socket_;
    std::string session_;
    std::string command_;
    pid_t program_ = 0;
};

} // namespace lanes::recorder
