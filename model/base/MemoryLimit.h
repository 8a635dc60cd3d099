// How much memory a session may take where nobody says.
#pragma once

#include <cstddef>

namespace lanes {

// Three quarters of what the machine has, in bytes.
[[nodiscard]] std::size_t usualMemoryLimit();

} // namespace lanes
