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

} // namespace lanes
