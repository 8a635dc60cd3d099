// Identifies the probe's own Python code, which is left out of the program's stacks and calls.
#pragma once

#include <string_view>

namespace lanes::probe {

// Marks all files below `folder` as the probe's own. With the interpreter's lock; for a few folders, kept for good.
void addOwnFolder(std::string_view folder);
// Any thread, without a lock.
[[nodiscard]] bool isOwnFile(std::string_view file);

// The note of a definition table for the probe's own code.
constexpr unsigned kOwnCode = 1;

} // namespace lanes::probe
