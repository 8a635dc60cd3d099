// Describes a file that no format recognises, so that the refusal helps the user.
#pragma once

#include <string>
#include <string_view>

namespace lanes {

// Describes a file by its first bytes: "an empty file", "a PNG picture", "text", "unknown binary data"...
[[nodiscard]] std::string describeContent(std::string_view head);

// The rest of a sentence that begins with the file's name: the reason of its refusal.
[[nodiscard]] std::string refusal(std::string_view head);

} // namespace lanes
