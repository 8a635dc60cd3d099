// Runs Python in a thread of its own inside a running CPython, and leaves nothing of that behind.
//
// A thread of the program that waits is borrowed for as long as it takes to call pthread_create; where none waits, a running one
// queues a call for the interpreter's main thread, which makes ours. What takes long happens in that new thread, where waiting
// for a lock is ordinary waiting. Whoever calls this may be killed at any moment: the program does not notice.
#pragma once

#include "model/base/Result.h"
#include "model/base/Time.h"

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace lanes::attach {

enum class Route : std::uint8_t { Any, Direct, Pending };

struct Injection {
    std::string reply; // what the source left in REPLY, up to 8 KiB
    Route route = Route::Direct;
    TimeNs stoodStill = 0; // the one thread that was borrowed
};

struct InjectionLimits {
    TimeNs untilLock = 10'000'000'000;   // for the interpreter's lock, which native code may hold
    TimeNs untilReply = 120'000'000'000; // once our thread has it
    Route route = Route::Any;
};

// `source`: up to 54 KiB of Python that catches its own exceptions and leaves a str in REPLY. Blocks; no other thread of this
// process may wait for children meanwhile. An error says why nothing was run, or that no reply came, and the remedy.
[[nodiscard]] Result<Injection> runPython(pid_t process, const std::string& source,
                                          const InjectionLimits& limits = {});

} // namespace lanes::attach
