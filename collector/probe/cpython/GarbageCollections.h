// Python's collections of garbage: they stop the thread that they happen on, and no operator tells of them. The interpreter calls
// a function in C for each: in one of Python's, what a signal's handler of the program raises would be lost.
#pragma once

#include "collector/probe/cpython/MethodDefinition.h"

namespace lanes::probe {

// What it needs of the interpreter; mirrored by native.py.
struct CollectionInterface {
    int (*compare)(void* text, const char* ascii) = nullptr;    // PyUnicode_CompareWithASCIIString
    void* (*item)(void* dictionary, const char* key) = nullptr; // PyDict_GetItemString
    long (*number)(void* object) = nullptr;                     // PyLong_AsLong
    void (*retain)(void* object) = nullptr;                     // Py_IncRef
    void* none = nullptr;
};

// For gc.callbacks; kept for the life of the process. With the interpreter's lock.
[[nodiscard]] MethodDefinition* collectionCallback(const CollectionInterface& interface);

} // namespace lanes::probe
