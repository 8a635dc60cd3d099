// Records Python's garbage collections: they stop the thread that runs them, and no operator shows them. The
// interpreter calls a native function for each. In a Python function, an exception raised by a signal handler of the
// program would be lost.
#pragma once

#include "collector/probe/cpython/MethodDefinition.h"

namespace lanes::probe {

// The functions of the interpreter that it uses; mirrored by native.py.
struct CollectionInterface {
    int (*compare)(void* text, const char* ascii) = nullptr;    // PyUnicode_CompareWithASCIIString
    void* (*item)(void* dictionary, const char* key) = nullptr; // PyDict_GetItemString
    long (*number)(void* object) = nullptr;                     // PyLong_AsLong
    void (*retain)(void* object) = nullptr;                     // Py_IncRef
    void* none = nullptr;
};

// Returns the function for gc.callbacks; kept for the life of the process. With the interpreter's lock.
[[nodiscard]] MethodDefinition* collectionCallback(const CollectionInterface& interface);

} // namespace lanes::probe
