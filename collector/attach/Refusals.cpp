#include "collector/attach/Refusals.h"

#include "collector/attach/ProcessStatus.h"
#include "model/base/WholeFile.h"

#include <unistd.h>

#include <charconv>
#include <string>

namespace lanes::attach {

namespace {

constexpr const char* kRecord = "start the program with `lanescope record`";

std::string processName(pid_t process) {
    return "Process " + std::to_string(process);
}

} // namespace

std::optional<Error> refusal(pid_t process) {
    const std::string status = wholeFile(procPath(process, "status"));
    const std::string name = processName(process);
    const std::string number = std::to_string(process);
    if (status.empty()) {
        return Error{"There is no process " + number +
                     ". A container counts its own: `lanescope attach --list` shows the numbers here."};
    }
    if (const std::string leader = valueOf(status, "Tgid"); leader != number) {
        return Error{number + " is a thread of process " + leader + ": attach to " + leader + "."};
    }
    const std::string state = valueOf(status, "State");
    if (state.starts_with('Z') || state.starts_with('X')) {
        return Error{name + " has ended; only its exit code is left, which its parent has not asked for."};
    }
    if (const std::string tracer = valueOf(status, "TracerPid"); !tracer.empty() && tracer != "0") {
        return Error{name + " is traced by process " + tracer + ", a debugger or strace: end that first."};
    }
    if (state.starts_with('T') || state.starts_with('t')) {
        return Error{name + " is stopped: continue it first, `kill -CONT " + number + "`."};
    }
    if (valueOf(status, "Seccomp") == "1") {
        return Error{name + " runs under strict seccomp, which would kill it for a new thread: " + kRecord +
                     "."};
    }
    if (valueOf(status, "x86_Thread_features").find("shstk") != std::string::npos) {
        return Error{name + " runs with a shadow stack, which forbids what attaching does: " + kRecord +
                     ", or without GLIBC_TUNABLES=glibc.cpu.hwcaps=SHSTK."};
    }
    return {};
}

Error denied(pid_t process) {
    const std::string why = processName(process) + " may not be attached to: ";
    const std::string ids = valueOf(wholeFile(procPath(process, "status")), "Uid");
    uid_t owner = 0;
    std::from_chars(ids.data(), ids.data() + ids.size(), owner);
    if (owner != geteuid() && geteuid() != 0) {
        return {why + "it belongs to user " + std::to_string(owner) +
                ". Run lanescope as that user, or with sudo."};
    }
    const std::string scope = wholeFile("/proc/sys/kernel/yama/ptrace_scope");
    if (scope.starts_with('3')) {
        return {why + "kernel.yama.ptrace_scope is 3, which lasts until the next boot; " + kRecord + "."};
    }
    if ((scope.starts_with('1') || scope.starts_with('2')) && geteuid() != 0) {
        return {why + "kernel.yama.ptrace_scope is " + scope.front() +
                ". Use `sudo lanescope attach`, or once `sudo sysctl kernel.yama.ptrace_scope=0`."};
    }
    return {why +
            "it is not dumpable, has rights that we do not have, or this container lacks CAP_SYS_PTRACE. Use "
            "sudo; in Docker start the container with `--cap-add=SYS_PTRACE`, in Kubernetes add SYS_PTRACE "
            "to securityContext.capabilities, or attach from the host."};
}

} // namespace lanes::attach
