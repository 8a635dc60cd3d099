// Converts the inside of a JSON string to plain UTF-8 and back. Arguments are kept as the file wrote them (escaped),
// names are kept plain.
#pragma once

#include <string>
#include <string_view>

namespace lanes {

// Undoes JSON's escapes. A lone surrogate gives U+FFFD; an escape that JSON does not know gives itself.
[[nodiscard]] std::string unescapeJson(std::string_view inside);
// Plain UTF-8 as the inside of a JSON string.
[[nodiscard]] std::string escapeJson(std::string_view plain);
// Escapes only characters that a JSON string may not hold (control characters): for text that is escaped already.
[[nodiscard]] std::string escapeControls(std::string_view inside);

// True if a backslash in it begins no escape of JSON: a Windows path that was written without escaping. A backslash of a
// path that forms an escape by chance ("torch\\nn\\functional.py(3): f") is recognised by the text around it.
[[nodiscard]] bool hasStrayBackslash(std::string_view inside);
// Spells control characters as the escapes that they may have been read from ("\\n").
[[nodiscard]] std::string respellControls(std::string_view plain);

} // namespace lanes
