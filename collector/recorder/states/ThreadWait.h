// The state of a thread for the kernel's scheduler: it runs, it is ready but no CPU is free, or it waits, and for
// what.
#pragma once

#include "model/trace/Category.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lanes::recorder {

enum class ThreadState : std::uint8_t {
    Running, // or ready to run
    NoCpu,
    Lock,
    Sleep,
    Events,
    Pipe,
    Socket,
    Disk,
    Device,
    Process,
    Memory,
    Stopped,
    Kernel,
    Unknown, // it waits, for an unknown reason
};

struct ThreadWait {
    ThreadState state = ThreadState::Unknown;
    int call = -1; // number of its present system call; -1: none, or not known
    // The file that the call reads, writes or controls: "pipe:[1234]", "/data/train.bin"; UTF-8, may be empty.
    std::string on;
    std::string function; // the kernel function in which it sleeps; may be empty
    friend bool operator==(const ThreadWait&, const ThreadWait&) = default;
};

// Returns the English name in rows of the session.
[[nodiscard]] std::string_view stateName(ThreadState state);
// Returns the name for programs: "running", "no_cpu".
[[nodiscard]] std::string_view stateKey(ThreadState state);
[[nodiscard]] Hue stateHue(ThreadState state);
// Return the reason of a wait in a system call (man 2 syscalls; numbers are this machine's), or in a function of the
// kernel (/proc/PID/wchan). Unknown if that does not determine it. O(1) or O(names).
[[nodiscard]] ThreadState stateOfCall(int call);
[[nodiscard]] ThreadState stateOfFunction(std::string_view function);
// True if the call's first argument is a descriptor whose file determines the reason.
[[nodiscard]] bool callsOnFile(int call);
// Returns the reason for such a file, by the target of /proc/PID/fd/N.
[[nodiscard]] ThreadState stateOfFile(std::string_view target);
// Returns "read" and the like for known calls; empty for others.
[[nodiscard]] std::string_view callName(int call);

} // namespace lanes::recorder
