// The threads that Python knows, read from the interpreter's own list while it changes.
#pragma once

#include <cstdint>
#include <vector>

namespace lanes::probe {

// Where things lie. Found by value at attach (lanescope_probe/python_threads.py, which has the same fields in the same order).
struct PythonThreadLayout {
    std::uint64_t head = 0;        // address of the pointer to the first PyThreadState
    std::uint64_t interpreter = 0; // address of the PyInterpreterState
    // PyThreadState
    std::int32_t next = -1;
    std::int32_t owner = -1;  // its interpreter
    std::int32_t thread = -1; // pthread_t
    // pthread_t points there
    std::int32_t kernelId = -1;
};

struct PythonThread {
    std::uint64_t state = 0;  // PyThreadState
    std::uint32_t kernel = 0; // the kernel's thread id

    friend bool operator==(const PythonThread&, const PythonThread&) = default;
};

// Those of the main interpreter at about this moment, into `threads`; of a list that changes meanwhile perhaps not all. Guarded.
// About 1 us each.
void listPythonThreads(const PythonThreadLayout& layout, std::vector<PythonThread>& threads);

} // namespace lanes::probe
