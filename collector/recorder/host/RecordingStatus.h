// What a running recording says of itself when it is asked for its status.
#pragma once

#include "model/base/Time.h"

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace lanes::recorder {

struct RecordingStatus {
    bool paused = false;
    pid_t program = 0; // as the recorder sees it
    TimeNs time = 0;   // since the recording began
    std::int64_t events = 0;
    std::int64_t lost = 0;
    std::string session;   // absolute path
    std::string command;   // of the program, without secrets; cut where it is long
    bool holds = false;    // a flight recorder: it holds the newest stretch, and saves when it is told to
    std::string saved;     // the session that was saved last; empty: none yet
    std::string target;    // "ssh:HOST", if it runs there; empty: on this machine
    std::string capture;   // its name there (FarEnd), if it is fetched from somewhere
    std::string away;      // why what runs there cannot be told anything now, a sentence; empty: it can
    bool attached = false; // to a program that ran before: it can be detached from, and that runs on

    friend bool operator==(const RecordingStatus&, const RecordingStatus&) = default;
};

// From the answer's text: "key=value" lines. What is missing, or is no number, stays as it is above.
[[nodiscard]] RecordingStatus parseStatus(const std::string& text);

} // namespace lanes::recorder
