// Finds files by paths from a session: text in which bytes that are no UTF-8 have become U+FFFD.
#pragma once

#include <string>

namespace lanes {

// The path of the file that is meant. If no file has this name, it is the only file whose repaired name equals it;
// otherwise the path as given. Reads folders only if a part of the path holds U+FFFD. O(entries of such folders).
[[nodiscard]] std::string unrepairedPath(const std::string& path);

} // namespace lanes
