// The memory that a session may take by default.
#pragma once

#include <cstddef>
#include <string>

namespace lanes {

// Three quarters, in bytes, of the memory that this process may have: the machine's, or the least limit of a control
// group around it (cgroups v1 and v2). Reads a few small files; any thread.
[[nodiscard]] std::size_t usualMemoryLimit();

// The least memory limit of the control groups around this process, in bytes; SIZE_MAX if none has one. Read from the
// files below `root` ("" on a real machine).
[[nodiscard]] std::size_t controlGroupLimit(const std::string& root);

} // namespace lanes
