// Reads /proc's facts about a process and its threads. Needs no right except to see them.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::attach {

// Returns "/proc/PID/REST".
[[nodiscard]] std::string procPath(pid_t process, std::string_view rest);
// Returns the value of a line "Key:  value" of /proc/PID/status; empty if there is none.
[[nodiscard]] std::string valueOf(std::string_view status, std::string_view key);
[[nodiscard]] std::vector<pid_t> threadsOf(pid_t process);

struct ThreadFacts {
    pid_t id = 0;
    char state = '?';
    bool blocked = false; // in a system call
    std::int64_t call = -1;
    std::array<std::uint64_t, 6> arguments{};
    std::uint64_t stackPointer = 0;
    std::uint64_t switches = 0; // context switches so far
};
// `blocked`, and with it the call, needs the right to trace the process.
[[nodiscard]] ThreadFacts threadFacts(pid_t process, pid_t thread);

} // namespace lanes::attach
