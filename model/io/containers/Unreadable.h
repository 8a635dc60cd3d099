// Names what a file is that no format recognises, so that the refusal helps.
#pragma once

#include <string>
#include <string_view>

namespace lanes {

// "an empty file", "a PNG picture", "text", "unknown binary data"... from a file's first bytes.
[[nodiscard]] std::string describeContent(std::string_view head);

// The rest of a sentence that begins with the file's name and says why it is refused.
[[nodiscard]] std::string refusal(std::string_view head);

} // namespace lanes
