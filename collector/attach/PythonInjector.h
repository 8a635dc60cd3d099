// Runs Python in a new thread inside a running CPython, and leaves no trace of it behind.
//
// A waiting thread of the program is borrowed for the time of a call of pthread_create. If no thread waits, a running
// one queues a call for the interpreter's main thread, which creates the new thread. Long work happens in that new
// thread, where waiting for a lock is ordinary waiting. The calling process may be killed at any moment without
// effect on the program.
#pragma once

#include "model/base/Result.h"
#include "model/base/Time.h"

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace lanes::attach {

enum class Route : std::uint8_t { Any, Direct, Pending };

struct Injection {
    std::string reply; // the text that the source left in REPLY, up to 8 KiB
    Route route = Route::Direct;
    TimeNs stoodStill = 0; // how long the borrowed thread was stopped
};

struct InjectionLimits {
    TimeNs untilLock = 10'000'000'000;   // wait for the interpreter's lock, which native code may hold
    TimeNs untilReply = 120'000'000'000; // once the new thread has the lock
    Route route = Route::Any;
};

// `source`: up to 54 KiB of Python that catches its own exceptions and leaves a str in REPLY. Blocks; no other thread
// of this process may wait for children meanwhile. An error is why nothing was run, or that no reply came, with the
// remedy.
[[nodiscard]] Result<Injection> runPython(pid_t process, const std::string& source,
                                          const InjectionLimits& limits = {});

} // namespace lanes::attach
