// Switches torch.profiler on and off for lanescope_probe/profiler_cycles.py, and makes Python's main thread call
// functions. It is native code because a signal handler may run between two Python instructions. An exception of the
// handler belongs to the program, and would leave the profiler half switched.
#pragma once

#include "collector/probe/RecordSource.h"
#include "collector/probe/cpython/CodeKeeper.h"

#include <cstdint>

namespace lanes::probe {

// All structures here are mirrored by native.py. Callables are Python objects that the caller keeps alive. All
// functions need the interpreter's lock.
struct Interpreter {
    AddPendingCall addPendingCall = nullptr;
    void* (*call)(void* callable) = nullptr; // PyObject_CallNoArgs
    void (*release)(void* object) = nullptr; // Py_DecRef
    void (*clearError)() = nullptr;          // PyErr_Clear
};

struct Moment {
    std::uint64_t ticks = 0;
    std::uint64_t unixNs = 0;
};

struct MainThreadCall;

struct ProfilerSwitch {
    Interpreter interpreter;
    void* prepare = nullptr; // takes no arguments, and is not written in Python
    void* enable = nullptr;
    void* disable = nullptr;
    void* result = nullptr; // result of disable(): a reference that the reader takes over
    // Called once `most` operators have run on the main thread since the profiler was switched on.
    MainThreadCall* enough = nullptr;
    Moment begin; // of the last cycle
    Moment end;
    std::int32_t running = 0;
    std::int32_t held = 0; // must not be switched on
    std::int32_t failed = 0;
    std::int32_t wanted = 0;  // the state that the next call on the main thread switches to
    std::int32_t waiting = 0; // the callable of that call has not finished its work yet
    std::int32_t most = 0;
    std::int32_t ended = 0; // the recording has ended
};

extern const RecordSource kProfilerSource;
// Sets the switch to end when the source stops; it is never switched on again.
void useProfiler(ProfilerSwitch* profiler);
// Switches the profiler; on the main thread. Does nothing if it is in that state already, or if the last cycle's
// result has not been taken yet. Does not switch it on while nothing is wanted.
void turnProfiler(ProfilerSwitch& profiler, bool on);

struct MainThreadCall {
    Interpreter interpreter;
    ProfilerSwitch* profiler = nullptr; // switched before the callable is called, if there is one
    void* callable = nullptr;
};

// Makes the call between two instructions of the program, soon. False if the interpreter's queue is full. An
// exception of the callable is raised in the program.
[[nodiscard]] bool callSoon(MainThreadCall* call);
// Reads the session's clock and the system's.
[[nodiscard]] Moment now();

} // namespace lanes::probe
