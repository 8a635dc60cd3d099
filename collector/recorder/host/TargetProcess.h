// The program that is recorded: started with its input, output, terminal and signals untouched.
#pragma once

#include "collector/recorder/host/GroupWitness.h"
#include "model/base/Result.h"

#include <sys/types.h>

#include <csignal>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lanes::recorder {

// How a program ended.
struct ExitStatus {
    int code = 0;   // exit code, if signal is 0
    int signal = 0; // the signal that ended it
    // As a shell says it: the exit code, or 128 + signal.
    [[nodiscard]] int shellCode() const { return signal != 0 ? 128 + signal : code; }
};

// While it lives, the signals that end programs are blocked in the calling thread and taken by wait(). One at a time.
class TargetProcess {
public:
    // Starts `command` (argv, looked up in PATH) with `environment` set on top of ours. An error says why the program
    // could not be started; `missing` is set when there is no such program.
    static Result<TargetProcess> start(const std::vector<std::string>& command,
                                       const std::vector<std::pair<std::string, std::string>>& environment,
                                       bool* missing = nullptr);

    TargetProcess(TargetProcess&& other) noexcept;
    TargetProcess& operator=(TargetProcess&&) = delete;
    ~TargetProcess(); // does not end the program; restores what signals were blocked

    [[nodiscard]] pid_t pid() const { return pid_; }
    // Waits up to `milliseconds` for the program to end. Signals that another program sent to us alone are passed on to
    // it; those to the whole group, as from the terminal, have reached it already. If the program stops itself in the
    // foreground of a terminal, so do we: its shell waits for us.
    [[nodiscard]] std::optional<ExitStatus> wait(int milliseconds);
    // Once it has ended: waits up to `milliseconds` for a signal that asks us to end as well. True from the first one on.
    [[nodiscard]] bool interrupted(int milliseconds);

private:
    TargetProcess() = default;
    void takeSignals(int milliseconds);
    void followStop();

    pid_t pid_ = -1;
    int signals_ = -1;  // signalfd
    sigset_t before_{}; // what was blocked
    GroupWitness group_;
    bool stopped_ = false; // the program, as last heard of
    std::optional<ExitStatus> ended_;
    bool interrupted_ = false; // after the end
};

} // namespace lanes::recorder
