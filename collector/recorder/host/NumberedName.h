// Names for files that must not take another one's place.
#pragma once

#include <string>

namespace lanes::recorder {

// "run.lanes" with 2: "run-2.lanes".
[[nodiscard]] std::string numbered(const std::string& path, int number);
// Whether the name is ours now, of an empty file: one that nobody had. errno is EEXIST if somebody had it.
[[nodiscard]] bool reserve(const std::string& path);

} // namespace lanes::recorder
