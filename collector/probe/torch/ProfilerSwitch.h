// Switches torch.profiler on and off for lanescope_probe/profiler_cycles.py, and has Python's main thread call functions.
// In native code, because between two instructions of Python's a signal's handler may run, whose exception belongs to the
// program and would leave the profiler half switched.
#pragma once

#include "collector/probe/RecordSource.h"
#include "collector/probe/cpython/CodeKeeper.h"

#include <cstdint>

namespace lanes::probe {

// Mirrored by native.py, as all here. Callables are Python objects kept alive by the caller; all is used with the
// interpreter's lock only.
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
    void* prepare = nullptr; // without arguments, and not written in Python
    void* enable = nullptr;
    void* disable = nullptr;
    void* result = nullptr; // what disable() returned: a reference that the reader takes over
    // Made once `most` operators have run on the main thread since it was switched on.
    MainThreadCall* enough = nullptr;
    Moment begin; // of the last cycle
    Moment end;
    std::int32_t running = 0;
    std::int32_t held = 0; // not to be switched on
    std::int32_t failed = 0;
    std::int32_t wanted = 0;  // what the next call on the main thread switches to
    std::int32_t waiting = 0; // that call's callable has not done its work yet
    std::int32_t most = 0;
    std::int32_t ended = 0; // recording is over
};

extern const RecordSource kProfilerSource;
// The switch that ends when the source stops; it is never switched on again.
void useProfiler(ProfilerSwitch* profiler);
// On the main thread. Does nothing if it is switched so already, if the last cycle's result has not been taken yet, or if
// it is to be switched on while nothing is wanted.
void turnProfiler(ProfilerSwitch& profiler, bool on);

struct MainThreadCall {
    Interpreter interpreter;
    ProfilerSwitch* profiler = nullptr; // switched before, if there is one
    void* callable = nullptr;
};

// Between two instructions of the program, soon. False if the interpreter's queue is full. An exception that leaves the
// callable is raised in the program.
[[nodiscard]] bool callSoon(MainThreadCall* call);
// The session's clock and the system's.
[[nodiscard]] Moment now();

} // namespace lanes::probe
