// Tells the program's own lines of a Python stack from those of libraries.
#pragma once

#include <string_view>

namespace lanes {

// True if a frame, "train.py(27): forward", is a line of the program: neither a module's call nor of a library.
[[nodiscard]] bool isOwnFrame(std::string_view text);

} // namespace lanes
