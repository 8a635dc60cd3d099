#pragma once

#include <string>

namespace lanes {

// All bytes of a file that is read at once, as files below /proc must be. If a read fails, the bytes before the failure,
// or none. Never throws because of the file: a process that ends between open and read makes its files fail with ESRCH
// (proc(5)). A bare stream iterator would turn that into an exception. Any thread. O(bytes).
[[nodiscard]] std::string wholeFile(const std::string& path);

} // namespace lanes
