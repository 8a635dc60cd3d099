// Keeps code objects that have been defined alive, so that no other can take their address and be mistaken
// for them. Those that are not kept, because that takes a moment or because there are too many, are known by their content
// (CodeIdentity.h).
#pragma once

#include "collector/probe/RecordSource.h"

#include <cstdint>

namespace lanes::probe {

// Asks the interpreter to run `work` on its main thread soon; Py_AddPendingCall. May be called from anywhere.
using AddPendingCall = int (*)(int (*work)(void*), void* argument);
// Takes a reference; Py_IncRef. Needs the interpreter's lock.
using IncrementReference = void (*)(void* object);

// Python stacks: they are recorded with the operators, and code is kept while this source is started. Starts once
// `hookState().python` is known.
extern const RecordSource kStackSource;

// Before the source starts. `codeType`: address of the type of code objects.
void useInterpreter(AddPendingCall addPendingCall, IncrementReference increment, std::uint64_t codeType);

// Called when a ring defines a code object, on a thread that is running it, without the interpreter's lock: the
// reference is taken later, if the object is then still the same. Bounded: after kMostKept objects no more are
// kept. `identity`: of its content.
void keepCode(std::uint64_t code, std::uint64_t identity);

// The same at once, with the interpreter's lock; whether it is alive for good now.
bool keepRunning(std::uint64_t code);

// Whether there is a code object, at this moment. Any thread; guarded.
[[nodiscard]] bool isCode(std::uint64_t address);
// Whether the object is alive for good: its address is enough to know it. Any thread, no lock.
[[nodiscard]] bool isKept(std::uint64_t code);

} // namespace lanes::probe
