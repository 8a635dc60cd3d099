// How much memory a session may take where nobody says.
#pragma once

#include <cstddef>
#include <string>

namespace lanes {

// Three quarters, in bytes, of what this process may have: of the machine's memory, or of the least that a control group
// around it allows (cgroups v1 and v2). Reads a few small files; any thread.
[[nodiscard]] std::size_t usualMemoryLimit();

// What the control groups around this process allow, in bytes, as the files below `root` say ("" on a machine): the
// least of all; SIZE_MAX where none limits it.
[[nodiscard]] std::size_t controlGroupLimit(const std::string& root);

} // namespace lanes
