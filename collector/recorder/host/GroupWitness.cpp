#include "collector/recorder/host/GroupWitness.h"

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>

namespace lanes::recorder {

namespace {

// The kernel signals the members of a group one after the other.
constexpr int kLooks = 5;
constexpr useconds_t kBetweenLooksUs = 1000;
constexpr int kMostDescriptors = 4096; // where the kernel cannot close all at once

// proc(5): signals pending for the process as a whole, bit 0 is signal 1.
std::uint64_t pendingSignals(pid_t pid) {
    std::ifstream status("/proc/" + std::to_string(pid) + "/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("ShdPnd:")) {
            return std::strtoull(line.c_str() + line.find(':') + 1, nullptr, 16);
        }
    }
    return 0;
}

[[noreturn]] void runWitness(pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) {
        _exit(0); // it was quicker
    }
    // A pipe that we held would not end with the program.
    if (syscall(SYS_close_range, 0U, ~0U, 0U) != 0) {
        for (int descriptor = 0; descriptor < kMostDescriptors; ++descriptor) {
            close(descriptor);
        }
    }
    for (;;) {
        pause(); // all signals are blocked: only SIGKILL ends this
    }
}

} // namespace

GroupWitness::GroupWitness(GroupWitness&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)) {}

void GroupWitness::start() {
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before); // a child begins with what is blocked here
    const pid_t parent = getpid();
    pid_ = fork();
    if (pid_ == 0) {
        runWitness(parent);
    }
    sigprocmask(SIG_SETMASK, &before, nullptr);
}

bool GroupWitness::saw(int signal) {
    for (int look = 0; pid_ > 0 && look < kLooks; ++look) {
        if ((pendingSignals(pid_) >> (signal - 1) & 1) != 0) {
            end(); // its signals stay pending
            start();
            return true;
        }
        usleep(kBetweenLooksUs);
    }
    return false;
}

void GroupWitness::end() {
    if (pid_ > 0) {
        kill(pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
        pid_ = -1;
    }
}

} // namespace lanes::recorder
