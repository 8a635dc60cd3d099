// Makes text from outside safe to show and to store.
#pragma once

#include <string>
#include <string_view>

namespace lanes {

// True if the text is well-formed UTF-8 (no overlong forms, no surrogates). O(length), eight bytes at a time in ASCII.
[[nodiscard]] bool isUtf8(std::string_view text);
// Replaces each maximal part of a broken sequence by one U+FFFD, as the Unicode standard recommends. O(length).
[[nodiscard]] std::string repairUtf8(std::string_view text);
// The text made safe for a terminal, which obeys control characters. They are spelled out ("\x1b"), except line ends and
// the tabulator. Broken sequences are repaired. O(length).
[[nodiscard]] std::string forTerminal(std::string_view text);

} // namespace lanes
