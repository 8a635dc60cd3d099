#pragma once

#include <string>

namespace lanes {

// All bytes of a file that is read at once, as those below /proc are; those before the fault, or none, where it cannot
// be read. Never throws for the file's sake: a process that ends between open and read makes its files fail with ESRCH
// (proc(5)), which a bare stream iterator turns into an exception. Any thread. O(bytes).
[[nodiscard]] std::string wholeFile(const std::string& path);

} // namespace lanes
