// Which Python code is ours: the program's stacks and calls are told without it.
#pragma once

#include <string_view>

namespace lanes::probe {

// All files below `folder` are ours. With the interpreter's lock; a few folders, for good.
void addOwnFolder(std::string_view folder);
// Any thread, without a lock.
[[nodiscard]] bool isOwnFile(std::string_view file);

// What a definition table notes of code that is ours.
constexpr unsigned kOwnCode = 1;

} // namespace lanes::probe
