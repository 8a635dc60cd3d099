// Text that came from outside, made safe to show and to store.
#pragma once

#include <string>
#include <string_view>

namespace lanes {

// Whether the text is well-formed UTF-8 (no overlong forms, no surrogates). O(length).
[[nodiscard]] bool isUtf8(std::string_view text);

// The text with each byte that is no part of well-formed UTF-8 replaced by U+FFFD. O(length).
[[nodiscard]] std::string cleanUtf8(std::string_view text);

} // namespace lanes
