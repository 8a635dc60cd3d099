// What stands for dlsym and dlopen in the slots of libraries (ImportSlots.h). Both answer as the loader's do, also where the answer
// depends on who asks (RTLD_NEXT, a library's own search path).
#pragma once

namespace lanes::probe {

// `tell` is called before each look-up, on its thread, with the symbol or null. Returns what a slot of dlsym may hold.
[[nodiscard]] void* tellOfLookUps(void (*tell)(const char* symbol));

// `choose` is called before a library is opened, on its thread, with its path or null, and says which path is opened. Returns what a
// slot of dlopen may hold.
[[nodiscard]] void* chooseOpened(const char* (*choose)(const char* path));

} // namespace lanes::probe
