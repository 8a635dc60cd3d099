// The names of nn.Modules, "GPT.layers.3.attn (Attention)", by the addresses of their objects, which the frames of their calls
// tell (PythonFrames.h). Python gives the names (lanescope_probe/module_names.py), once per module, and takes them back when a
// module dies: no reference is held here.
#pragma once

#include "collector/probe/RecordSource.h"
#include "collector/probe/torch/ProfilerSwitch.h"

#include <cstdint>
#include <string>

namespace lanes::probe {

// Any thread, without a lock or the interpreter's: the number of the module at that address, 0 if it has none. Python is asked
// to name it then, soon; where modules come and go all the time, so rarely that it costs a hundredth of the time.
[[nodiscard]] std::uint32_t moduleNumber(std::uint64_t object);
// The same, and nobody is asked.
[[nodiscard]] std::uint32_t knownModule(std::uint64_t object);
// Of a module that has no name: a number for what its class is called, 0 unless that is wanted. The calling thread runs a call of it,
// which keeps it alive.
[[nodiscard]] std::uint32_t classNumber(std::uint64_t object);
// Whether there is time to ask now: not always where modules come and go.
[[nodiscard]] bool mayNameModules();
// Changes whenever a number does. Any thread.
[[nodiscard]] std::uint32_t moduleGeneration();
// What a number means, for good. Any thread.
[[nodiscard]] std::string moduleName(std::uint32_t number);

// With the interpreter's lock:

// `call` names what is running and says namingDone() then; it is kept by the caller.
void nameModulesBy(MainThreadCall* call);
// From now on those without a name are called by their class: before Python 3.11 the code of their forward() does not say it.
void nameModulesByClass();
void namingDone(std::uint64_t ns); // how long it took
// A new number; 0 if there are too many.
[[nodiscard]] std::uint32_t defineModule(const char* name);
// The object at the address has that number from now on; 0: none, it has died. Bounded: beyond kMostPlaces addresses nothing
// more is named.
void setModule(std::uint64_t object, std::uint32_t number);

// Asks Python while it is started.
extern const RecordSource kModuleSource;

} // namespace lanes::probe
