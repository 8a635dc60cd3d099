// Calls of nn.Modules, where a filter names some (--where module:...): which thread enters one of them, and leaves it, also by an
// exception. Python's own slot of a class for calls (tp_call) is exchanged for ours in torch.nn.Module and all classes below it:
// nothing that Python or torch.compile can see changes, and a call of any other module costs a look into a table.
//
// All with the interpreter's lock.
#pragma once

#include <cstdint>

namespace lanes::probe {

// Mirrored by native.py. The pointers belong to the caller, for good.
struct ModuleCallInterface {
    std::uint64_t original; // what stands in the slot: slot_tp_call
    std::int64_t slot;      // bytes from the begin of a class
    // A callable that names a module, and what is around it (module_names.py); null: nobody is asked.
    void* name;
    void* (*callWith)(void* callable, ...); // PyObject_CallFunctionObjArgs
    void (*release)(void* object);          // Py_DecRef
};

void watchModuleCalls(const ModuleCallInterface& interface);
// A class's slot becomes ours, or is given back; false if something else stands there, which stays.
bool watchClass(std::uint64_t type, bool on);
// The filter names the modules of that number (ModuleNames.h).
void chooseModule(std::uint32_t number);
// Calls that came by so far.
[[nodiscard]] std::uint64_t moduleCallsSeen();

} // namespace lanes::probe
