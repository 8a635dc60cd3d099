// The other end of the control socket: asks a running recording of the same user.
#pragma once

#include "model/base/Result.h"

#include <sys/types.h>

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

} // namespace lanes::recorder
