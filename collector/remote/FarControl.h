// The far end of a capture as a client of its recording: asks it what the near end asks for, and now and then how it is.
#pragma once

#include "collector/recorder/host/ControlClient.h"
#include "collector/remote/Frames.h"

#include <sys/types.h>

#include <chrono>
#include <deque>
#include <filesystem>
#include <optional>
#include <string>

namespace lanes::remote {

// One thread; waits for nobody.
class FarControl {
public:
    // `folder`: of the capture, where its recorder's pid stands. Requests come on standard input.
    explicit FarControl(std::filesystem::path folder)
        : folder_(std::move(folder)) {}

    // Passes on what has come, and sends what was answered to standard output. False: nobody reads there.
    [[nodiscard]] bool turn();

private:
    using Clock = std::chrono::steady_clock;
    enum class Asked { Request, Status };

    void readRequests();
    // "interrupt" and "terminate" for the program, "kill" for it and all that it has started: no business of the recorder's.
    // One that was attached to is meant with "program " before that: without it, it is let go of.
    [[nodiscard]] bool doItself(const std::string& asked);
    void pass(const std::string& request, Asked kind);
    void connect();
    void answer(bool good, const std::string& text);
    void hear();
    [[nodiscard]] bool recorderRuns() const;

    std::filesystem::path folder_;
    FrameReader requests_;
    bool inputEnded_ = false;
    std::optional<recorder::ControlConnection> recording_;
    std::deque<Asked> asked_; // what the recording has not answered yet
    Clock::time_point lastTry_;
    Clock::time_point lastStatus_;
    pid_t attachedTo_ = 0; // as the recording said; 0: to none
    bool unread_ = false;
};

} // namespace lanes::remote
