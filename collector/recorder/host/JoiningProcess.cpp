#include "collector/recorder/host/JoiningProcess.h"

#include <poll.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>

namespace lanes::recorder {

Result<JoiningProcess> JoiningProcess::watch(pid_t process, Ends ends) {
    // No function of libc before 2.36.
    File found(static_cast<int>(syscall(SYS_pidfd_open, process, 0)));
    if (!found) {
        return Error{"Process " + std::to_string(process) + " cannot be watched: " + std::strerror(errno) +
                     (errno == ENOSYS ? "; this needs Linux 5.3 or later." : ".")};
    }
    sigset_t endings;
    sigemptyset(&endings);
    sigaddset(&endings, SIGTERM);
    // Under nohup it is ignored. A signal that is blocked comes all the same.
    if (struct sigaction before{}; sigaction(SIGHUP, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) {
        sigaddset(&endings, SIGHUP);
    }
    if (ends == Ends::OnInterrupt) {
        sigaddset(&endings, SIGINT);
    } else {
        signal(SIGINT, SIG_IGN);
    }
    sigprocmask(SIG_BLOCK, &endings, nullptr);
    signal(SIGPIPE, SIG_IGN); // nobody needs to read what we say
    return JoiningProcess(std::move(found), File(signalfd(-1, &endings, SFD_CLOEXEC)), ends);
}

bool JoiningProcess::over(int milliseconds) {
    const int input = ends_ == Ends::ByItself ? STDIN_FILENO : -1;
    std::array<pollfd, 3> waiting{pollfd{process_.get(), POLLIN, 0}, pollfd{input, POLLIN, 0},
                                  pollfd{signals_.get(), POLLIN, 0}};
    poll(waiting.data(), waiting.size(), milliseconds);
    return std::ranges::any_of(waiting, [](const pollfd& event) { return event.revents != 0; });
}

bool JoiningProcess::ended() const {
    pollfd process{process_.get(), POLLIN, 0};
    return poll(&process, 1, 0) == 1;
}

} // namespace lanes::recorder
