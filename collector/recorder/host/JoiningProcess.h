// A process that is recorded without having been started by us, and may end at any time. It joins by itself and tells us on our
// standard input when it leaves; or it has been made to join, and whoever did that ends it by Ctrl-C.
#pragma once

#include "model/base/File.h"
#include "model/base/Result.h"

#include <sys/types.h>

#include <csignal>

namespace lanes::recorder {

// One thread. Signals that end programs are blocked from here on and taken by over(): what is recorded is to get its end.
class JoiningProcess {
public:
    enum class Ends { ByItself, OnInterrupt };

    // An error says why there can be no such recording.
    static Result<JoiningProcess> watch(pid_t process, Ends ends);

    // Waits up to `milliseconds`. True from the moment on that the process has ended or left - a byte on our standard input,
    // or its end - or somebody asked us to end. Of one that ends by itself, Ctrl-C is its own affair.
    [[nodiscard]] bool over(int milliseconds);
    [[nodiscard]] bool ended() const;

private:
    JoiningProcess(File process, File signals, Ends ends)
        : process_(std::move(process))
        , signals_(std::move(signals))
        , ends_(ends) {}

    File process_;
    File signals_;
    Ends ends_;
};

} // namespace lanes::recorder
