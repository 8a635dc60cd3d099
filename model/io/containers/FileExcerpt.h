// Some bytes of a file's content, to be looked at.
#pragma once

#include "model/base/Result.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>

namespace lanes {

// Up to so many bytes of what openContent() gives, from `offset` on; fewer at the end, none behind it or when asked to stop. An
// Error where the file cannot be read. O(offset): all that is packed before must be unpacked. Any thread but a window's.
[[nodiscard]] Result<std::string> fileExcerpt(const std::string& path, std::int64_t offset, std::size_t bytes,
                                              const std::stop_token& stop = {});

} // namespace lanes
