// Names for files that must not replace an existing one.
#pragma once

#include <string>

namespace lanes::recorder {

// Inserts the number: "run.lanes" with 2 becomes "run-2.lanes".
[[nodiscard]] std::string numbered(const std::string& path, int number);
// Creates an empty file under a free name; true if it succeeded. errno is EEXIST if the name was taken.
[[nodiscard]] bool reserve(const std::string& path);

} // namespace lanes::recorder
