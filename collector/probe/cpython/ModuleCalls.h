// Watches calls of nn.Modules where a filter names some (--where module:...): a thread enters and leaves a module,
// also by an exception. Python's call slot (tp_call) is replaced in torch.nn.Module and all its subclasses. Python
// and torch.compile see no change, and a call of any other module costs a table look-up.
//
// All functions need the interpreter's lock.
#pragma once

#include <cstdint>

namespace lanes::probe {

// Mirrored by native.py. The pointers belong to the caller and stay valid for good.
struct ModuleCallInterface {
    std::uint64_t original; // the former content of the slot: slot_tp_call
    std::int64_t slot;      // offset of the slot in a class
    // A callable that names a module and the modules around it (module_names.py); null: no module is named on demand.
    void* name;
    void* (*callWith)(void* callable, ...); // PyObject_CallFunctionObjArgs
    void (*release)(void* object);          // Py_DecRef
};

void watchModuleCalls(const ModuleCallInterface& interface);
// Sets or restores the slot of a class. Returns false, and changes nothing, if the slot holds another function.
bool watchClass(std::uint64_t type, bool on);
// Marks the modules of this number as matches of the filter (ModuleNames.h).
void chooseModule(std::uint32_t number);
// Returns the number of calls seen so far.
[[nodiscard]] std::uint64_t moduleCallsSeen();

} // namespace lanes::probe
