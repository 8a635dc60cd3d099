// Names what a file is that no format recognises, so that the refusal helps.
#pragma once

#include <string>
#include <string_view>

namespace lanes {

// "an empty file", "a PNG picture", "text", "unknown binary data"... from a file's first bytes.
[[nodiscard]] std::string describeContent(std::string_view head);

} // namespace lanes
