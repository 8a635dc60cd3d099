// Each call of a function of Python, on all its threads. The interpreter calls us, no Python code runs for it: through
// sys.monitoring where there is that (3.12), else through a profile function of each thread. lanescope_probe/function_trace.py
// puts the callbacks in and takes them out; all is used with the interpreter's lock only, but for the thread that watches.
//
// Of a thread is known what it is in (`open`). That the caller of what begins is what was believed is checked each time:
// where it is not, after a pause or where the interpreter has left out an event, the thread's own frames are what counts.
#pragma once

#include "collector/probe/RecordSource.h"
#include "collector/probe/cpython/MethodDefinition.h"
#include "collector/probe/torch/ProfilerSwitch.h"

#include <cstdint>
#include <string_view>

namespace lanes::probe {

extern const RecordSource kFunctionSource;

// Callbacks of sys.monitoring: a function begins or goes on, it ends or waits. `none`: what they return, which never dies.
[[nodiscard]] MethodDefinition* monitoringCallbacks(void* none);

// What profile functions need of the interpreter; mirrored by native.py.
struct ProfileInterface {
    std::uint64_t interpreter = 0;
    void* (*firstThread)(void* interpreter) = nullptr; // PyInterpreterState_ThreadHead
    void* (*nextThread)(void* thread) = nullptr;       // PyThreadState_Next
    void* (*thisThread)() = nullptr;                   // PyThreadState_Get
    int (*setProfile)(void* thread, int (*function)(void*, void*, int, void*),
                      void* object) = nullptr; // _PyEval_SetProfile
    void* (*newCapsule)(void* pointer, const char* name, void (*destructor)(void*)) = nullptr;
    void* (*pointerOf)(void* capsule, const char* name) = nullptr;
    void (*release)(void* object) = nullptr; // Py_DecRef
    int (*isRunning)() = nullptr;            // Py_IsInitialized
    std::int64_t functionAt = -1;            // the profile function of a thread, in its state
};
// Sets the profile function of all threads, or of the one that runs this, where there is none, or takes ours out again.
void profileAll(const ProfileInterface& interface, bool on);
void profileThis(const ProfileInterface& interface);

// Whether calls are to come at this moment.
[[nodiscard]] bool functionsAreWanted();
// After the callbacks have been taken out.
void endFunctions();
// `call` puts the callbacks in or takes them out, as functionsAreWanted() says; made soon after that has changed, and when the
// source stops. Kept by the caller.
void followFunctionsBy(MainThreadCall* call);
void nameTracedThread(std::uint32_t kernelId, std::string_view name);

} // namespace lanes::probe
