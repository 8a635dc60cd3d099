// Keeps code objects that have been defined alive, so that no other can take their address and be mistaken
// for them.
#pragma once

#include "collector/probe/PythonLayout.h"

#include <atomic>
#include <cstdint>

namespace lanes::probe {

// Asks the interpreter to run `work` on its main thread soon; Py_AddPendingCall. May be called from anywhere.
using AddPendingCall = int (*)(int (*work)(void*), void* argument);
// Takes a reference; Py_IncRef. Needs the interpreter's lock.
using IncrementReference = void (*)(void* object);

// Without this call nothing is kept. `codeType`: address of the type of code objects.
void startKeepingCode(AddPendingCall addPendingCall, IncrementReference increment, std::uint64_t codeType);

// Called once per code object and ring, on a thread that is running it, without the interpreter's lock: the
// reference is taken later, if the object is then still the same. Bounded: after kMaxKept objects no more are
// kept.
void keepCode(const PythonLayout& layout, std::uint64_t code);

// Grows when an object turned out to be gone before it could be kept: what was defined from addresses is
// void.
[[nodiscard]] std::uint32_t codeEpoch();

// In the child after fork, where no other thread is.
void resetCodeKeeperAfterFork();

} // namespace lanes::probe
