// The nn.Modules that Python's threads are calling at this moment, innermost first. They are read from the
// interpreter's frames directly. Frame objects, tracebacks or snapshots of locals would keep the program's objects
// alive.
//
// With the interpreter's lock.
#pragma once

#include <cstdint>

namespace lanes::probe {

// Mirrored by native.py.
struct RunningModulesInterface {
    std::uint64_t interpreter;
    void* (*firstThread)(void* interpreter); // PyInterpreterState_ThreadHead
    void* (*nextThread)(void* state);        // PyThreadState_Next
    void* (*thisThread)();                   // PyThreadState_Get
    int (*append)(void* list, void* object); // PyList_Append
    void* none;
};

// Appends the modules of the calling thread, or of every thread, to `list`, with None behind those of each thread.
// Appends nothing if the layout of frames is unknown. Returns false, with Python's exception set, if there is no
// memory.
[[nodiscard]] bool listRunningModules(const RunningModulesInterface& python, void* list, bool everyThread);

} // namespace lanes::probe
