// The sources that can record in this process, in one table, so that stopping and forking reach every one.
#pragma once

#include "collector/probe/SourceGate.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace lanes::probe {

struct RecordSource {
    const char* name; // its name in lanescope_probe/native.py
    SourceGate* gate; // nullptr: it records through another source's gate
    // Hooks into the program, with the interpreter's lock held. Nothing is recorded before the gate opens. `library`:
    // path of the hooked library, if any. Returns an empty string, or why it cannot start.
    std::string (*start)(const char* library);
    // Removes all hooks; on the main thread, with the interpreter's lock held. Calls in progress on other threads may
    // still reach the source.
    void (*stop)();
    // Returns how many events arrived while the gate was shut: they prove that the hook works. nullptr: Python code
    // proves it.
    std::uint64_t (*seen)();
    // Run before and after fork(); nullptr: nothing to do. afterFork() releases all locks that other threads may have
    // held.
    void (*beforeFork)();
    void (*afterFork)(bool inChild);
};

[[nodiscard]] std::span<const RecordSource* const> recordSources();
// Returns nullptr if there is no source of that name.
[[nodiscard]] const RecordSource* recordSource(std::string_view name);

// Stops recording for good, from any thread. From this call on nothing is recorded, and the session shows the reason.
// Soon after, the main thread removes every hook. Further calls only ensure that.
void stopAll(std::string_view reason);
[[nodiscard]] bool allStopped();
// Ends recording on the program's own request, without a reason for the session. Every hook is removed when it
// returns. With the interpreter's lock held.
void leaveSession();
// After leaveSession(): lets sources start again, for a session that the process has joined since.
void beginAgain();
// For a source whose event finds the gate shut: stops all sources if the recorder has ended.
void noteShut();
// For a source that has lost a record, now and then: stops all sources if the recorder has died. A recorder that is
// merely stopped is waited for. Costs a few system calls.
void checkReader();
// Run before and after fork(), for all sources.
void beforeFork();
void afterFork(bool inChild);

} // namespace lanes::probe
