// Replacements of dlsym and dlopen for the slots of libraries (ImportSlots.h). Both return what the loader returns,
// also where that depends on the caller (RTLD_NEXT, a library's own search path).
#pragma once

namespace lanes::probe {

// Sets the function that is called before each look-up, on its thread, with the symbol or null. Returns the
// replacement of dlsym.
[[nodiscard]] void* tellOfLookUps(void (*tell)(const char* symbol));

// Sets the function that chooses the path of a library before it is opened. It is called on the opening thread, with
// the requested path or null. Returns the replacement of dlopen.
[[nodiscard]] void* chooseOpened(const char* (*choose)(const char* path));

} // namespace lanes::probe
