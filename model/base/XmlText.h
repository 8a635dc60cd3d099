// Escapes text for XML and HTML, in elements and in attributes.
#pragma once

#include <string>
#include <string_view>

namespace lanes {

// Escapes special characters; replaces each control character, which XML cannot hold, by a space. O(bytes).
[[nodiscard]] std::string xmlEscaped(std::string_view text);

} // namespace lanes
