// The status that a running recording returns on request.
#pragma once

#include "model/base/Time.h"

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace lanes::recorder {

struct RecordingStatus {
    bool paused = false;
    pid_t program = 0; // pid in the recorder's namespace
    TimeNs time = 0;   // since the recording began
    std::int64_t events = 0;
    std::int64_t lost = 0;
    std::string session;   // absolute path
    std::string command;   // of the program, without secrets; long ones are cut
    bool holds = false;    // a flight recorder: keeps the newest stretch and saves it on request
    std::string saved;     // the session that was saved last; empty: none yet
    std::string target;    // "ssh:HOST" for a remote recording; empty: on this machine
    std::string capture;   // its name on the target (FarEnd), if it is fetched from there
    std::string away;      // why the target cannot be reached now, a sentence; empty: it can
    bool attached = false; // to a program that ran before: detaching lets it run on

    friend bool operator==(const RecordingStatus&, const RecordingStatus&) = default;
};

// Parses the answer's text: "key=value" lines. A value that is missing, or is no number, keeps its default.
[[nodiscard]] RecordingStatus parseStatus(const std::string& text);

} // namespace lanes::recorder
