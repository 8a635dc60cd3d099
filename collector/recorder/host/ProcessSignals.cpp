#include "collector/recorder/host/ProcessSignals.h"

#include "model/base/WholeFile.h"

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace lanes::recorder {

namespace {

// Whether the signal is in the set "KEY: 0123456789abcdef" of the process: bit 0 is signal 1.
bool holds(pid_t process, std::string_view key, int signal) {
    const std::string status = wholeFile("/proc/" + std::to_string(process) + "/status");
    const std::size_t at = status.find("\n" + std::string(key) + ":");
    if (at == std::string::npos) {
        return false;
    }
    const std::uint64_t set = std::strtoull(status.c_str() + at + key.size() + 2, nullptr, 16);
    return (set >> (signal - 1) & 1) != 0;
}

} // namespace

// A handler and not SIG_IGN, which a program would inherit.
void surviveFileLimit() {
    struct sigaction known {};
    if (sigaction(SIGXFSZ, nullptr, &known) == 0 && known.sa_handler == SIG_DFL) {
        struct sigaction ours {};
        ours.sa_handler = [](int) {};
        ours.sa_flags = SA_RESTART;
        sigaction(SIGXFSZ, &ours, nullptr);
    }
}

bool isPending(pid_t process, int signal) {
    return holds(process, "ShdPnd", signal);
}

bool isCaught(pid_t process, int signal) {
    return holds(process, "SigCgt", signal);
}

} // namespace lanes::recorder
