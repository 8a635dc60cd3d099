// inject_python PID FILE.py [--route any|direct|pending] [--lock-seconds S] [--killed-at N]
//
// Runs a file of Python in a running one and prints its reply and how long a thread of the program stood still, in microseconds.
// --killed-at: is killed at its N-th system call, counted from the one that begins to stop a thread of the program; says so, or
// "finished" if it made fewer.
#include "collector/attach/PythonInjector.h"

#include <linux/ptrace.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

namespace {

struct Arguments {
    pid_t process = 0;
    std::string file;
    lanes::attach::InjectionLimits limits;
    long killedAt = 0;
};

Arguments argumentsOf(int count, char** words) {
    Arguments given;
    given.process = static_cast<pid_t>(std::atol(words[1]));
    given.file = words[2];
    for (int i = 3; i + 1 < count; i += 2) {
        const std::string name = words[i];
        const std::string value = words[i + 1];
        if (name == "--route") {
            given.limits.route = value == "direct"    ? lanes::attach::Route::Direct
                                 : value == "pending" ? lanes::attach::Route::Pending
                                                      : lanes::attach::Route::Any;
        } else if (name == "--lock-seconds") {
            given.limits.untilLock = std::atol(value.c_str()) * 1'000'000'000;
        } else if (name == "--killed-at") {
            given.killedAt = std::atol(value.c_str());
        }
    }
    return given;
}

int inject(const Arguments& given) {
    std::ifstream file(given.file);
    std::stringstream source;
    source << file.rdbuf();
    const auto done = lanes::attach::runPython(given.process, source.str(), given.limits);
    if (!done) {
        std::fprintf(stderr, "%s\n", done.error().message.c_str());
        return 1;
    }
    std::printf("%s %lld %s\n", done.value().route == lanes::attach::Route::Pending ? "pending" : "direct",
                static_cast<long long>(done.value().stoodStill / 1000), done.value().reply.c_str());
    return 0;
}

long trace(long request, pid_t thread, unsigned long at, unsigned long data) {
    return syscall(SYS_ptrace, request, thread, at, data);
}

// Whether this stop is at the entry of a system call that counts.
bool counts(pid_t thread, bool& begun) {
    ptrace_syscall_info info{};
    if (trace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, reinterpret_cast<unsigned long>(&info)) <= 0 ||
        info.op != PTRACE_SYSCALL_INFO_ENTRY) {
        return false;
    }
    begun = begun || (info.entry.nr == SYS_ptrace && info.entry.args[0] == PTRACE_SEIZE);
    return begun;
}

// Follows the injector call by call, and kills it.
int killAt(pid_t injector, long last) {
    bool begun = false;
    long calls = 0;
    for (int status = 0;;) {
        const pid_t thread = waitpid(-1, &status, __WALL);
        if (thread < 0 || (thread == injector && !WIFSTOPPED(status))) {
            std::printf("finished after %ld calls\n", calls);
            return thread < 0 ? 1 : 0;
        }
        if (!WIFSTOPPED(status)) {
            continue; // a thread of it
        }
        int signal = (status >> 16) == 0 ? WSTOPSIG(status) : 0;
        if (signal == (SIGTRAP | 0x80)) {
            signal = 0;
            if (counts(thread, begun) && ++calls == last) {
                kill(injector, SIGKILL);
                while (waitpid(-1, &status, __WALL) > 0) {
                }
                std::printf("killed\n");
                return 0;
            }
        }
        trace(PTRACE_SYSCALL, thread, 0, static_cast<unsigned long>(signal == SIGSTOP ? 0 : signal));
    }
}

} // namespace

int main(int count, char** words) {
    if (count < 3) {
        return 2;
    }
    const Arguments given = argumentsOf(count, words);
    if (given.killedAt == 0) {
        return inject(given);
    }
    const pid_t injector = fork();
    if (injector == 0) {
        raise(SIGSTOP);
        _exit(inject(given));
    }
    int status = 0;
    waitpid(injector, &status, WUNTRACED);
    if (trace(PTRACE_SEIZE, injector, 0, PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL) !=
        0) {
        std::perror("PTRACE_SEIZE");
        return 1;
    }
    kill(injector, SIGCONT);
    trace(PTRACE_INTERRUPT, injector, 0, 0);
    return killAt(injector, given.killedAt);
}
