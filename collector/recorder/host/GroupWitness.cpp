#include "collector/recorder/host/GroupWitness.h"

#include "collector/recorder/host/ProcessSignals.h"
#include "model/base/WholeFile.h"

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

namespace lanes::recorder {

namespace {

// The kernel signals the members of a group one after the other.
constexpr int kLooks = 5;
constexpr useconds_t kBetweenLooksUs = 1000;
constexpr int kMostDescriptors = 4096; // where the kernel cannot close all at once

// Where the kernel reads the words of our command line; empty where it does not say so. proc(5): arg_start and arg_end.
std::span<char> ownWords() {
    constexpr int kBetween = 45; // the state is field 3, arg_start 48
    const std::string stat = wholeFile("/proc/self/stat");
    std::istringstream fields(stat.substr(std::min(stat.rfind(')') + 1, stat.size())));
    std::string other;
    for (int field = 0; field < kBetween; ++field) {
        fields >> other;
    }
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    fields >> begin >> end;
    return fields && begin < end ? std::span(reinterpret_cast<char*>(begin), end - begin) : std::span<char>();
}

[[noreturn]] void runWitness(pid_t parent, std::span<char> shown, std::string_view words) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NAME, "signal-witness");
    std::ranges::fill(shown, '\0');
    std::ranges::copy(words.substr(0, shown.size()), shown.begin());
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
    : pid_(std::exchange(other.pid_, -1))
    , words_(std::move(other.words_)) {}

void GroupWitness::start(const std::vector<std::string>& command) {
    words_.clear();
    for (const std::string& word : command) {
        words_.append(word).push_back('\0');
    }
    fork();
}

void GroupWitness::fork() {
    const std::span<char> shown = ownWords(); // before: the child is to allocate nothing
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before); // a child begins with what is blocked here
    const pid_t parent = getpid();
    pid_ = ::fork();
    if (pid_ == 0) {
        runWitness(parent, shown, words_);
    }
    sigprocmask(SIG_SETMASK, &before, nullptr);
}

bool GroupWitness::saw(int signal) {
    for (int look = 0; pid_ > 0 && look < kLooks; ++look) {
        if (isPending(pid_, signal)) {
            end(); // its signals stay pending
            fork();
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
