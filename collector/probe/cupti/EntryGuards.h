// The functions by which a client takes CUPTI from whoever has it, guarded where they begin: a call reaches us first, in whichever
// libcupti of the process and however the client found the function. Any thread.
#pragma once

#include "collector/probe/cupti/CuptiFunctions.h"

#include <cstdint>

namespace lanes::probe::cupti {

// Any function of CUPTI that takes up to six numbers or pointers.
using AnyFunction = Result (*)(std::uintptr_t, std::uintptr_t, std::uintptr_t, std::uintptr_t, std::uintptr_t,
                               std::uintptr_t);

// What is to become of a guarded call, on its thread, before CUPTI sees it: the function that it goes on to, or null: CUPTI's answer
// to a second subscriber. `function`: its name; `caller`: where the call returns to.
using Decide = AnyFunction (*)(const char* function, AnyFunction cupti, const void* caller);

// Guards them in each libcupti that is loaded by now, or after the last call. Returns how many functions are guarded. Until
// freeEntries() none of them may be called by ours.
int guardEntries(Decide decide);
// Again, once libraries may have come. Nothing unless entries are guarded.
void guardLateEntries();
void freeEntries();
// The same after fork.
void freeEntriesInChild();
// True for the names of those functions.
[[nodiscard]] bool isGuarded(const char* function);

} // namespace lanes::probe::cupti
