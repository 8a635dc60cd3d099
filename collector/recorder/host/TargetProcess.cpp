#include "collector/recorder/host/TargetProcess.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace lanes::recorder {

namespace {

constexpr std::array kPassedOn{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};

sigset_t takenSignals() {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : kPassedOn) {
        sigaddset(&set, signal);
    }
    sigaddset(&set, SIGCHLD);
    return set;
}

// Only what is safe between fork and exec: everything was allocated before.
[[noreturn]] void runChild(char* const* argv, char* const* environment, const sigset_t& mask, int report) {
    sigprocmask(SIG_SETMASK, &mask, nullptr);
    execvpe(argv[0], argv, environment);
    const int reason = errno;
    [[maybe_unused]] const ssize_t written = write(report, &reason, sizeof reason);
    _exit(127);
}

std::vector<std::string> withOurs(const std::vector<std::pair<std::string, std::string>>& changes) {
    std::vector<std::string> result;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text(*entry);
        const std::string_view name = text.substr(0, text.find('='));
        bool changed = false;
        for (const auto& [key, value] : changes) {
            changed = changed || key == name;
        }
        if (!changed) {
            result.emplace_back(text);
        }
    }
    for (const auto& [key, value] : changes) {
        result.push_back(key + "=" + value);
    }
    return result;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> result;
    result.reserve(texts.size() + 1);
    for (std::string& text : texts) {
        result.push_back(text.data());
    }
    result.push_back(nullptr);
    return result;
}

} // namespace

Result<TargetProcess>
TargetProcess::start(const std::vector<std::string>& command,
                     const std::vector<std::pair<std::string, std::string>>& environment, bool* missing) {
    std::vector<std::string> arguments = command;
    std::vector<std::string> variables = withOurs(environment);
    const std::vector<char*> argv = pointers(arguments);
    const std::vector<char*> envp = pointers(variables);
    std::array<int, 2> report{};
    if (pipe2(report.data(), O_CLOEXEC) != 0) {
        return Error{std::string("Cannot start a program: ") + std::strerror(errno)};
    }
    TargetProcess target;
    const sigset_t taken = takenSignals();
    sigprocmask(SIG_BLOCK, &taken, &target.before_);
    target.signals_ = signalfd(-1, &taken, SFD_CLOEXEC | SFD_NONBLOCK);
    target.pid_ = fork();
    if (target.pid_ == 0) {
        runChild(argv.data(), envp.data(), target.before_, report[1]);
    }
    signal(SIGPIPE, SIG_IGN); // ours alone: nobody needs to read what we say, and we end as the program does
    close(report[1]);
    int reason = target.pid_ < 0 ? errno : 0;
    ssize_t got = -1;
    do {
        got = read(report[0], &reason, sizeof reason);
    } while (got < 0 && errno == EINTR);
    close(report[0]);
    if (target.pid_ < 0 || got == sizeof reason) {
        if (target.pid_ > 0) {
            waitpid(target.pid_, nullptr, 0);
        }
        if (missing != nullptr) {
            *missing = reason == ENOENT;
        }
        return Error{"Cannot start '" + command.front() + "': " + std::strerror(reason) +
                     (reason == ENOENT ? "; check the name and PATH." : ".")};
    }
    target.group_.start(command);
    return target;
}

TargetProcess::TargetProcess(TargetProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1))
    , signals_(std::exchange(other.signals_, -1))
    , before_(other.before_)
    , group_(std::move(other.group_))
    , stopped_(other.stopped_)
    , ended_(other.ended_)
    , interrupted_(other.interrupted_) {}

TargetProcess::~TargetProcess() {
    if (signals_ >= 0) {
        close(signals_);
        sigprocmask(SIG_SETMASK, &before_, nullptr);
    }
}

void TargetProcess::takeSignals(int milliseconds) {
    pollfd waiting{signals_, POLLIN, 0};
    poll(&waiting, 1, milliseconds);
    signalfd_siginfo info{};
    while (read(signals_, &info, sizeof info) == sizeof info) {
        const bool sentByProgram =
            info.ssi_code == SI_USER || info.ssi_code == SI_TKILL || info.ssi_code == SI_QUEUE;
        if (info.ssi_signo == SIGCHLD) {
            continue;
        }
        if (ended_) {
            interrupted_ = true;
        } else if (sentByProgram && !group_.saw(static_cast<int>(info.ssi_signo))) {
            kill(pid_, static_cast<int>(info.ssi_signo));
        }
    }
}

std::optional<ExitStatus> TargetProcess::wait(int milliseconds) {
    if (ended_) {
        return ended_;
    }
    takeSignals(milliseconds);
    int status = 0;
    if (waitpid(pid_, &status, WNOHANG | WUNTRACED | WCONTINUED) != pid_) {
        followStop();
    } else if (WIFSTOPPED(status) || WIFCONTINUED(status)) {
        stopped_ = WIFSTOPPED(status);
    } else {
        ended_ = WIFSIGNALED(status) ? ExitStatus{0, WTERMSIG(status)} : ExitStatus{WEXITSTATUS(status), 0};
    }
    return ended_;
}

void TargetProcess::followStop() {
    // Heard of in the turn before and not continued since: Ctrl-Z stops us together with the program, and the shell
    // continues us together.
    if (std::exchange(stopped_, false) && tcgetpgrp(STDIN_FILENO) == getpgrp()) {
        raise(SIGSTOP);
    }
}

bool TargetProcess::interrupted(int milliseconds) {
    takeSignals(milliseconds);
    return interrupted_;
}

} // namespace lanes::recorder
