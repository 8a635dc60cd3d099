// What can be recorded in this process: one table, so that nothing is forgotten when recording stops or the process forks.
#pragma once

#include "collector/probe/SourceGate.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace lanes::probe {

struct RecordSource {
    const char* name; // what lanescope_probe/native.py calls it
    SourceGate* gate; // nullptr: it records through another source's gate
    // Hooks into the program, with the interpreter's lock; nothing is recorded before the gate opens. `library`: path of what
    // it hooks, if anything. Returns an empty string or why not.
    std::string (*start)(const char* library);
    // Takes everything out again; on the main thread with the interpreter's lock. What is under way on other threads may still
    // come by.
    void (*stop)();
    // Events that came by while the gate was shut: the proof that it hangs where it should. nullptr: it is proven in Python.
    std::uint64_t (*seen)();
    // Around fork(); nullptr: nothing to do. After it, what other threads may have held is free again.
    void (*beforeFork)();
    void (*afterFork)(bool inChild);
};

[[nodiscard]] std::span<const RecordSource* const> recordSources();
// nullptr if there is none of that name.
[[nodiscard]] const RecordSource* recordSource(std::string_view name);

// Stops recording for good, from any thread: at once nothing is recorded any more, the session shows the reason, and soon
// the main thread takes out every hook. Further calls only make sure of that.
void stopAll(std::string_view reason);
[[nodiscard]] bool allStopped();
// The program has had enough: nothing is recorded any more, every hook is out when this returns, and the session is given no
// reason. With the interpreter's lock.
void leaveSession();
// After leaveSession(): sources may be started again, for a session that the process has joined since.
void beginAgain();
// For a source whose event finds the gate shut: stops all if the recorder has ended.
void noteShut();
// For a source that has lost a record, now and then: stops all if the recorder has died. One that only stands still is
// waited for. Costs a few system calls.
void checkReader();
// Around fork(), for all sources.
void beforeFork();
void afterFork(bool inChild);

} // namespace lanes::probe
