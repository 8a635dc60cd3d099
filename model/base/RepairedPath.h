// Paths as a session has them: text, in which bytes that are no UTF-8 have become U+FFFD.
#pragma once

#include <string>

namespace lanes {

// The path of the file that is meant: where there is none of that name, the only one whose name, repaired, is the same; otherwise
// the path as it is given. Looks into folders only where a part of the path holds U+FFFD. O(entries of such folders).
[[nodiscard]] std::string unrepairedPath(const std::string& path);

} // namespace lanes
