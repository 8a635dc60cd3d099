// Which lines of a Python stack are the program's own.
#pragma once

#include <string_view>

namespace lanes {

// Whether a frame, "train.py(27): forward", is a line of the program: no module's call, and of no library.
[[nodiscard]] bool isOwnFrame(std::string_view text);

} // namespace lanes
