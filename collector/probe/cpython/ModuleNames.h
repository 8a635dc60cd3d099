// The names of nn.Modules, "GPT.layers.3.attn (Attention)", by the addresses of their objects. The frames of their
// calls hold these addresses (PythonFrames.h). Python sets the names (lanescope_probe/module_names.py), once per
// module, and removes them when a module dies. No reference is held here.
#pragma once

#include "collector/probe/RecordSource.h"
#include "collector/probe/torch/ProfilerSwitch.h"

#include <cstdint>
#include <string>

namespace lanes::probe {

// Returns the number of the module at that address, 0 if it has none; then Python is asked to name it soon. Where
// modules come and go all the time, it is asked only so often that naming takes a hundredth of the time. Any thread,
// without a lock or the interpreter's.
[[nodiscard]] std::uint32_t moduleNumber(std::uint64_t object);
// As moduleNumber(), without asking Python.
[[nodiscard]] std::uint32_t knownModule(std::uint64_t object);
// Returns a number for the class name of a module that has no name; 0 unless class names are wanted. The calling
// thread must be running a call of the module, which keeps it alive.
[[nodiscard]] std::uint32_t classNumber(std::uint64_t object);
// True if Python may be asked for names now. Where modules come and go all the time, it may be asked only from time
// to time.
[[nodiscard]] bool mayNameModules();
// Changes whenever a module's number changes. Any thread.
[[nodiscard]] std::uint32_t moduleGeneration();
// Returns the name that a number stands for, for good. Any thread.
[[nodiscard]] std::string moduleName(std::uint32_t number);

// These need the interpreter's lock:

// `call` names the running modules and then calls namingDone(). The caller keeps it alive.
void nameModulesBy(MainThreadCall* call);
// From now on modules without a name get the name of their class: before Python 3.11 the code of forward() does not
// contain it.
void nameModulesByClass();
void namingDone(std::uint64_t ns); // duration of the naming
// Returns a new number for `name`; 0 if there are too many.
[[nodiscard]] std::uint32_t defineModule(const char* name);
// Gives the object at the address this number; 0: none, as the object has died. Beyond kMostPlaces addresses no
// further module is named.
void setModule(std::uint64_t object, std::uint32_t number);

// Asks Python for names while it is started.
extern const RecordSource kModuleSource;

} // namespace lanes::probe
