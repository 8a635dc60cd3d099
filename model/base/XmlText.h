// Text inside XML and HTML, in elements and in attributes.
#pragma once

#include <string>
#include <string_view>

namespace lanes {

// With what has a meaning there written out, and a space for each control character, which XML cannot hold. O(bytes).
[[nodiscard]] std::string xmlEscaped(std::string_view text);

} // namespace lanes
