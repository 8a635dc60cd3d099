#include "collector/recorder/counters/LineHelper.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

namespace lanes::recorder {

namespace {

// It gives way to the program and to the recorder: a sample that comes late loses nothing.
constexpr int kNice = 10;

// Between fork and exec of a process with several threads: system calls only.
[[noreturn]] void run(const char* program, const char* argument, int output, pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpriority(PRIO_PROCESS, 0, kNice);
    setpgid(0, 0); // the terminal's signals are for the recorder and the program
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    const int nowhere = open("/dev/null", O_RDWR);
    const bool ready = getppid() == parent && dup2(nowhere, STDIN_FILENO) >= 0 &&
                       dup2(nowhere, STDERR_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0;
    std::array<char*, 3> words{const_cast<char*>(program), const_cast<char*>(argument), nullptr};
    if (ready) {
        execv(program, words.data());
    }
    _exit(127);
}

} // namespace

LineHelper::LineHelper(const std::string& program, const std::string& argument) {
    std::array<int, 2> ends{};
    if (access(program.c_str(), X_OK) != 0 || pipe2(ends.data(), O_CLOEXEC) != 0) {
        return;
    }
    const pid_t parent = getpid();
    pid_ = fork();
    if (pid_ == 0) {
        run(program.c_str(), argument.c_str(), ends[1], parent);
    }
    close(ends[1]);
    pipe_ = ends[0];
    fcntl(pipe_, F_SETFL, O_NONBLOCK);
}

LineHelper::~LineHelper() {
    if (pipe_ >= 0) {
        close(pipe_);
    }
    if (pid_ > 0) {
        kill(pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
    }
}

std::vector<std::string> LineHelper::lines() {
    std::vector<std::string> whole;
    std::array<char, kMostLineBytes> bytes;
    for (;;) {
        const ssize_t got = pipe_ < 0 ? 0 : read(pipe_, bytes.data(), bytes.size());
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return whole;
        }
        for (const char c : std::string_view(bytes.data(), static_cast<std::size_t>(got))) {
            if (c == '\n') {
                whole.push_back(std::exchange(begun_, {}));
            } else if (begun_.size() < kMostLineBytes) {
                begun_ += c;
            }
        }
    }
}

} // namespace lanes::recorder
