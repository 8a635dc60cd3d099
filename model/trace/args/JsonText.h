// The inside of a JSON string to plain UTF-8 and back. Arguments are kept as the file wrote them (escaped), names
// plain.
#pragma once

#include <string>
#include <string_view>

namespace lanes {

// Undoes JSON's escapes; a lone surrogate or an escape that JSON does not know gives U+FFFD or itself.
[[nodiscard]] std::string unescapeJson(std::string_view inside);
// Plain UTF-8 as the inside of a JSON string.
[[nodiscard]] std::string escapeJson(std::string_view plain);
// Escapes only what may not stand in a JSON string as it is (control characters): for text that is escaped already.
[[nodiscard]] std::string escapeControls(std::string_view inside);

// Whether a backslash in it escapes nothing that JSON knows: a path of Windows that was written as it is. One that does by
// chance ("torch\\nn\\functional.py(3): f") is known by what stands around it.
[[nodiscard]] bool hasStrayBackslash(std::string_view inside);
// Control characters as the escapes that they may have been read from ("\\n").
[[nodiscard]] std::string respellControls(std::string_view plain);

} // namespace lanes
