// What a thread does for the kernel's scheduler: it runs, it could but no CPU is free, or it waits, and what for.
#pragma once

#include "model/trace/Category.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lanes::recorder {

enum class ThreadState : std::uint8_t {
    Running, // or it could
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
    Unknown, // it waits, and nobody saw what for
};

struct ThreadWait {
    ThreadState state = ThreadState::Unknown;
    int call = -1; // the number of the system call that it is in; -1: in none, or not told
    // What it reads, writes or controls there: "pipe:[1234]", "/data/train.bin"; UTF-8, may be empty.
    std::string on;
    std::string function; // the kernel's that it sleeps in; may be empty
    friend bool operator==(const ThreadWait&, const ThreadWait&) = default;
};

// As rows of the session name it, in English.
[[nodiscard]] std::string_view stateName(ThreadState state);
// The same for programs: "running", "no_cpu".
[[nodiscard]] std::string_view stateKey(ThreadState state);
[[nodiscard]] Hue stateHue(ThreadState state);
// What a thread waits for in a system call (man 2 syscalls; numbers are this machine's), or in a function of the kernel
// (/proc/PID/wchan). Unknown where that does not say. O(1) or O(names).
[[nodiscard]] ThreadState stateOfCall(int call);
[[nodiscard]] ThreadState stateOfFunction(std::string_view function);
// Whether the call's first argument is a descriptor whose file says more.
[[nodiscard]] bool callsOnFile(int call);
// What such a file is, by what /proc/PID/fd/N leads to.
[[nodiscard]] ThreadState stateOfFile(std::string_view target);
// "read" of those that are known; empty for others.
[[nodiscard]] std::string_view callName(int call);

} // namespace lanes::recorder
