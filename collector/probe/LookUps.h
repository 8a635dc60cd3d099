// What stands for dlsym in the slots of libraries (ImportSlots.h), so that it is known who looks what up.
#pragma once

namespace lanes::probe {

// `tell` is called before each look-up, on its thread, with the symbol or null. Returns what a slot of dlsym may hold instead: it
// answers as dlsym does, also where the answer depends on who asks (RTLD_NEXT).
[[nodiscard]] void* tellOfLookUps(void (*tell)(const char* symbol));

} // namespace lanes::probe
