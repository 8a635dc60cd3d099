// The recorded program, started with its input, output, terminal and signals untouched.
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
    // Returns the code that a shell reports: the exit code, or 128 + signal.
    [[nodiscard]] int shellCode() const { return signal != 0 ? 128 + signal : code; }
};

// While it lives, signals that end programs are blocked in the calling thread, and wait() handles them. Only one may
// exist at a time.
class TargetProcess {
public:
    // Starts `command` (argv, looked up in PATH) with `environment` added to the recorder's own. An error is why the
    // program could not be started; `missing` is set if there is no such program.
    static Result<TargetProcess> start(const std::vector<std::string>& command,
                                       const std::vector<std::pair<std::string, std::string>>& environment,
                                       bool* missing = nullptr);

    TargetProcess(TargetProcess&& other) noexcept;
    TargetProcess& operator=(TargetProcess&&) = delete;
    ~TargetProcess(); // does not end the program; restores the blocked signals

    [[nodiscard]] pid_t pid() const { return pid_; }
    // Waits up to `milliseconds` for the program to end. Signals that another program sent to the recorder alone are
    // passed on to it. Those to the whole group, as from the terminal, have reached it already. If the program stops
    // itself in the foreground of a terminal, the recorder stops too: the shell waits for the recorder.
    [[nodiscard]] std::optional<ExitStatus> wait(int milliseconds);
    // Call it once the program has ended: waits up to `milliseconds` for a signal that asks the recorder to end as
    // well. True from the first one on.
    [[nodiscard]] bool interrupted(int milliseconds);

private:
    TargetProcess() = default;
    void takeSignals(int milliseconds);
    void followStop();

    pid_t pid_ = -1;
    int signals_ = -1;  // signalfd
    sigset_t before_{}; // the signals blocked before
    GroupWitness group_;
    bool stopped_ = false; // last known state of the program
    std::optional<ExitStatus> ended_;
    bool interrupted_ = false; // after the program's end
};

} // namespace lanes::recorder
