// Keeps defined code objects alive, so that no other object can take their address and be mistaken for them. Some
// objects are not kept: a reference takes a moment, and their number is bounded. Those are identified by their
// content (CodeIdentity.h).
#pragma once

#include "collector/probe/RecordSource.h"

#include <cstdint>

namespace lanes::probe {

// Asks the interpreter to run `work` on its main thread soon; Py_AddPendingCall. May be called from anywhere.
using AddPendingCall = int (*)(int (*work)(void*), void* argument);
// Takes a reference; Py_IncRef. Needs the interpreter's lock.
using IncrementReference = void (*)(void* object);

// The source of Python stacks. While it is started, stacks are recorded with the operators, and code objects are
// kept. Starts once `hookState().python` is known.
extern const RecordSource kStackSource;

// Must be called before the source starts. `codeType`: address of the type of code objects.
void useInterpreter(AddPendingCall addPendingCall, IncrementReference increment, std::uint64_t codeType);

// Keeps a code object that a ring defines. Called on a thread that is running it, without the interpreter's lock. The
// reference is taken later, if the object is then still the same. After kMostKept objects no more are kept.
// `identity`: a hash of its content.
void keepCode(std::uint64_t code, std::uint64_t identity);

// As keepCode(), at once and with the interpreter's lock. Returns true if the object is now kept for good.
bool keepRunning(std::uint64_t code);

// True if the address holds a code object at this moment. Any thread; guarded.
[[nodiscard]] bool isCode(std::uint64_t address);
// True if the object is kept for good, so that its address identifies it. Any thread, no lock.
[[nodiscard]] bool isKept(std::uint64_t code);

} // namespace lanes::probe
