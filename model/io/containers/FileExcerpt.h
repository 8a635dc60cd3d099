// Reads some bytes of a file's content, for display.
#pragma once

#include "model/base/Result.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>

namespace lanes {

// At most so many bytes of the content from openContent(), from `offset` on. Fewer at the end; none beyond it, or if
// asked to stop. An Error if the file cannot be read. O(offset): all packed data before it must be unpacked. Any thread
// but a window's.
[[nodiscard]] Result<std::string> fileExcerpt(const std::string& path, std::int64_t offset, std::size_t bytes,
                                              const std::stop_token& stop = {});

} // namespace lanes
