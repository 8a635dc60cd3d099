// The library that `import lanescope` loads by ctypes: what it gives Arrow's users is released by code of its own, on whatever
// thread, whether Python still runs or not. It knows nothing of Python but the three functions of capsules, which every
// interpreter has had under these names since 3.1; they are looked for where it is loaded.
#include "collector/python/arrow/ArrowExport.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <new>

extern "C" {

[[gnu::weak]] void* PyCapsule_New(void* pointer, const char* name, void (*destructor)(void*));
[[gnu::weak]] void* PyCapsule_GetPointer(void* capsule, const char* name);
[[gnu::weak]] void* PyErr_NoMemory();
}

namespace lanes::arrow {

namespace {

// The standard's names: who takes a capsule asks for its own.
template<class Node>
constexpr const char* kCapsule = nullptr;
template<>
constexpr const char* kCapsule<ArrowSchema> = "arrow_schema";
template<>
constexpr const char* kCapsule<ArrowArrayStream> = "arrow_array_stream";

template<class Node>
void destroy(void* capsule) {
    auto* node = static_cast<Node*>(PyCapsule_GetPointer(capsule, kCapsule<Node>));
    if (node->release != nullptr) { // nobody has taken it
        node->release(node);
    }
    delete node;
}

template<class Node, class Table>
void* capsuleOf(Table& table, bool (*fill)(Table&, Node&)) {
    auto* node = new (std::nothrow) Node{};
    if (node == nullptr || !fill(table, *node)) {
        delete node;
        return PyErr_NoMemory();
    }
    void* capsule = PyCapsule_New(node, kCapsule<Node>, destroy<Node>);
    if (capsule == nullptr) {
        node->release(node);
        delete node;
    }
    return capsule;
}

} // namespace

} // namespace lanes::arrow

using lanes::arrow::TableFile;

extern "C" {
#pragma GCC visibility push(default)

// A file in memory for a table, closed when a program is started; -1 where the kernel has none (before 3.17).
int lanescope_table_file() {
    constexpr unsigned kCloseOnExec = 1;
    constexpr unsigned kMaySeal = 2;
    return static_cast<int>(syscall(SYS_memfd_create, "lanescope-table", kCloseOnExec | kMaySeal));
}

// See TableFile::open(). Null: `why` of `room` bytes says why.
TableFile* lanescope_table_open(int descriptor, char* why, std::size_t room) {
    const char* problem = nullptr;
    TableFile* table =
        PyCapsule_New == nullptr || PyCapsule_GetPointer == nullptr || PyErr_NoMemory == nullptr
            ? nullptr
            : TableFile::open(descriptor, problem);
    if (table == nullptr) {
        std::snprintf(why, room, "%s",
                      problem != nullptr
                          ? problem
                          : "this Python does not export PyCapsule_GetPointer; use another Python");
    }
    return table;
}

void lanescope_table_release(TableFile* table) {
    table->release();
}

// New references to capsules, or null with Python's error set. Under the interpreter's lock.
void* lanescope_table_schema(const TableFile* table) {
    return lanes::arrow::capsuleOf<ArrowSchema>(*table, lanes::arrow::exportSchema);
}

void* lanescope_table_stream(TableFile* table) {
    return lanes::arrow::capsuleOf<ArrowArrayStream>(*table, lanes::arrow::exportStream);
}

#pragma GCC visibility pop
}
