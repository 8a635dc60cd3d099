// Text that came from outside, made safe to show and to store.
#pragma once

#include <string>
#include <string_view>

namespace lanes {

// Whether the text is well-formed UTF-8 (no overlong forms, no surrogates). O(length), eight bytes at a time in ASCII.
[[nodiscard]] bool isUtf8(std::string_view text);
// Every longest part of a broken sequence becomes one U+FFFD, as the Unicode standard recommends. O(length).
[[nodiscard]] std::string repairUtf8(std::string_view text);
// The text for a terminal, which obeys control characters: they are spelled out ("\x1b"), but for ends of lines and
// the tabulator; broken sequences are repaired. O(length).
[[nodiscard]] std::string forTerminal(std::string_view text);

} // namespace lanes
