// A process that is recorded without having been started by us: it joins by itself, tells us on our standard input when it
// leaves, and may end at any time.
#pragma once

#include "model/base/Result.h"
#include "model/session/File.h"

#include <sys/types.h>

#include <csignal>

namespace lanes::recorder {

// One thread. Signals that end programs are blocked from here on and taken by over(): what is recorded is to get its end.
class JoiningProcess {
public:
    // An error says why there can be no such recording.
    static Result<JoiningProcess> watch(pid_t process);

    // Waits up to `milliseconds`. True from the moment on that the process has ended or left - a byte on our standard input,
    // or its end - or somebody asked us to end. Ctrl-C is the program's own affair.
    [[nodiscard]] bool over(int milliseconds);

private:
    JoiningProcess(session::File process, session::File signals)
        : process_(std::move(process))
        , signals_(std::move(signals)) {}

    session::File process_;
    session::File signals_;
};

} // namespace lanes::recorder
