// Records each call of a Python function, on all threads. The interpreter calls native code; no Python code runs for
// it. From Python 3.12 on it uses sys.monitoring, before that a profile function of each thread.
// lanescope_probe/function_trace.py installs and removes the callbacks. All calls hold the interpreter's lock, except
// those of the watching thread.
//
// The tracer keeps the open functions of each thread (`open`). At each begin it checks that the caller is the
// innermost open function. If it is not, after a pause or because the interpreter left out an event, the thread's own
// frames replace them.
#pragma once

#include "collector/probe/RecordSource.h"
#include "collector/probe/cpython/MethodDefinition.h"
#include "collector/probe/torch/ProfilerSwitch.h"

#include <cstdint>
#include <string_view>

namespace lanes::probe {

extern const RecordSource kFunctionSource;

// The callbacks of sys.monitoring: a function begins or resumes, ends or suspends. `none`: the immortal object that
// they return.
[[nodiscard]] MethodDefinition* monitoringCallbacks(void* none);

// The functions of the interpreter that profile functions use; mirrored by native.py.
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
    std::int64_t functionAt = -1;            // offset of a thread's profile function in its state
};
// Sets our profile function on all threads without one, or removes ours again. profileThis() sets it on the calling
// thread only.
void profileAll(const ProfileInterface& interface, bool on);
void profileThis(const ProfileInterface& interface);

// True if the session wants function calls at this moment.
[[nodiscard]] bool functionsAreWanted();
// Called after the callbacks have been removed.
void endFunctions();
// `call` installs or removes the callbacks, as functionsAreWanted() says. It is made soon after that has changed, and
// when the source stops. The caller keeps it alive.
void followFunctionsBy(MainThreadCall* call);
void nameTracedThread(std::uint32_t kernelId, std::string_view name);

} // namespace lanes::probe
