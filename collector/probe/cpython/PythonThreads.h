// The threads of Python, read from the interpreter's own list while it changes.
#pragma once

#include <cstdint>
#include <vector>

namespace lanes::probe {

// The offsets of the structures of Python's threads. Found by value when the probe attaches
// (lanescope_probe/python_threads.py, which has the same fields in the same order).
struct PythonThreadLayout {
    std::uint64_t head = 0;        // address of the pointer to the first PyThreadState
    std::uint64_t interpreter = 0; // address of the PyInterpreterState
    // PyThreadState
    std::int32_t next = -1;
    std::int32_t owner = -1;  // its interpreter
    std::int32_t thread = -1; // pthread_t
    // the structure that pthread_t points to
    std::int32_t kernelId = -1;
};

struct PythonThread {
    std::uint64_t state = 0;  // PyThreadState
    std::uint32_t kernel = 0; // the kernel's thread id

    friend bool operator==(const PythonThread&, const PythonThread&) = default;
};

// Lists the threads of the main interpreter at about this moment into `threads`. If the list changes meanwhile, some
// may be missing. Guarded. About 1 us per thread.
void listPythonThreads(const PythonThreadLayout& layout, std::vector<PythonThread>& threads);

} // namespace lanes::probe
